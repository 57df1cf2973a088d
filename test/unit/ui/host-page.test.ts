// @vitest-environment happy-dom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { rememberFocus } from '../../../src/sdk/ui/focus.ts';
import { fitKeyboard } from '../../../src/sdk/ui/keyboard.ts';
import { lockScroll } from '../../../src/sdk/ui/scroll-lock.ts';

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.removeAttribute('style');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Elements with these IDs. The first one is in a panel, and has the focus. */
function createPanel() {
  document.body.innerHTML = `<button></button><div id="panel"><button id="invoker"></button></div>
    <button id="trigger" aria-controls="other panel"></button><input id="other">`;
  const next = document.createElement('button');
  next.id = 'next';
  const find = (id: string) => document.getElementById(id) as HTMLElement;
  find('invoker').focus();
  return { find, next };
}

describe('the remembered focus', () => {
  type Panel = ReturnType<typeof createPanel>;
  const replace = ({ find, next }: Panel) => find('invoker').replaceWith(next);

  it.each<[what: string, change: (panel: Panel) => void, expected: string]>([
    ['returns to the invoker', ({ find }) => find('invoker').blur(), 'invoker'],
    ['moves to the element that replaced a removed invoker', replace, 'next'],
    [
      'moves out of a panel that was removed, to its button',
      (panel) => {
        replace(panel);
        panel.find('panel').remove();
      },
      'trigger',
    ],
    ['is not taken from another focused element', ({ find }) => find('other').focus(), 'other'],
    ['does not move when no element had it', () => {}, ''],
  ])('%s', async (_, change, expected) => {
    const panel = createPanel();
    if (expected === '') panel.find('invoker').blur();
    const restore = rememberFocus();
    change(panel);
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');

    restore();
    await nextTask();

    expect(document.activeElement?.id).toBe(expected);
    expect(focus.mock.calls.every(([options]) => options?.preventScroll)).toBe(true);
  });
});

it('the modal makes room for a keyboard each time, and takes the room back', () => {
  const viewport = Object.assign(new EventTarget(), { height: innerHeight, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  const host = document.createElement('div');
  const stop = fitKeyboard(host);

  const rooms = [300, 0, 200, 0].map((covered) => {
    viewport.height = innerHeight - covered;
    viewport.dispatchEvent(new Event('resize'));
    return host.style.getPropertyValue('--keyboard');
  });
  stop();

  expect(rooms).toEqual(['300px', '', '200px', '']);
});

it.each([
  ['which makes the window smaller in Safari, too', 400],
  ['which leaves the window as large in other browsers', 800],
])('the modal is not higher than the window after zooming in, %s', (_, innerHeight) => {
  vi.stubGlobal('innerHeight', innerHeight);
  vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), { height: 400, scale: 2 }));
  const host = document.createElement('div');
  fitKeyboard(host)();

  expect(host.style.getPropertyValue('--keyboard')).toBe('');
});

function readRules() {
  return document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map((r) => r.cssText);
}

describe('the scroll lock', () => {
  it('scrolls back to the earlier position, once', () => {
    const root = document.documentElement;
    const scrollOfHost = vi.spyOn(window, 'scrollTo').mockReturnValue();
    root.scrollTop = 120;
    const unlock = lockScroll();

    root.scrollTop = 300;
    unlock();
    expect(root.scrollTop).toBe(120);

    root.scrollTop = 300;
    unlock();
    expect(root.scrollTop).toBe(300);
    // Pages have functions of this name.
    expect(scrollOfHost).not.toHaveBeenCalled();
  });

  it.each([
    ['of another address', () => history.replaceState(null, '', '#accounts')],
    [
      'of another height',
      () => vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(700),
    ],
  ])('leaves a view %s where the host has scrolled it', (_, showView) => {
    const unlock = lockScroll();
    showView();
    document.documentElement.scrollTop = 30;
    unlock();
    expect(document.documentElement.scrollTop).toBe(30);
  });

  it('lasts until the last of several is released, in any order', () => {
    const unlockFirst = lockScroll();
    const unlockSecond = lockScroll();

    unlockFirst();
    expect(readRules().join()).toContain('overflow');

    unlockSecond();
    expect(readRules()).toHaveLength(0);
  });
});
