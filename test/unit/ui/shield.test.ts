// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { shieldEvents } from '../../../src/sdk/host/open/shield-events.ts';
import { providers, useModalSuite } from './fixtures.ts';

const select = { kind: 'select', providers, busyId: null } as const;
const trapped = ['click', 'keydown', 'mousedown', 'pointerdown', 'touchstart', 'focusin', 'wheel'];
const seen = vi.fn();

const openModal = useModalSuite();

/** Firefox makes keyboard events like this. */
class ComposedKeyboardEvent extends KeyboardEvent {
  constructor(type: string, init?: KeyboardEventInit) {
    super(type, { ...init, composed: true });
  }
}
const own = { bubbles: true, cancelable: true };

/** Prevents events outside its own element, as focus traps and scroll locks do. */
function trap(event: Event): void {
  seen(event.type);
  event.preventDefault();
  event.stopImmediatePropagation();
}

beforeEach(() => {
  for (const type of trapped) document.addEventListener(type, trap, true);
});

afterEach(() => {
  for (const type of trapped) document.removeEventListener(type, trap, true);
  vi.restoreAllMocks();
  seen.mockReset();
  vi.unstubAllGlobals();
});

function open() {
  const opened = openModal(select);
  return { ...opened, input: opened.screen.getByRole<HTMLInputElement>('combobox') };
}

describe("inside a host's own focus trap, the modal", () => {
  it('can be clicked, typed in and moved through by keys', () => {
    const { screen, input, actions } = open();

    const wasTyped = fireEvent.keyDown(input, { key: 'x', composed: true });
    const wasMoved = fireEvent.keyDown(input, { key: 'ArrowDown', composed: true });
    fireEvent.keyDown(input, { key: 'Enter', composed: true });
    fireEvent.click(screen.getByRole('option', { name: /TurboTax/ }), { composed: true });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }), { composed: true });

    // Typing is not prevented; the arrow key belongs to the selector.
    expect([wasTyped, wasMoved]).toEqual([true, false]);
    expect(actions.selectProvider.mock.calls).toEqual([['h-r-block'], ['turbotax']]);
    expect(actions.requestClose).toHaveBeenCalledTimes(1);
  });

  it('leaves the keys that end a composition in Safari to the input method', () => {
    const { input, actions } = open();
    const ends = { keyCode: 229, composed: true };

    fireEvent.keyDown(input, { key: 'Enter', ...ends });
    fireEvent.keyDown(input, { key: 'Escape', ...ends });
    expect(actions.selectProvider).not.toHaveBeenCalled();
    expect(actions.requestClose).not.toHaveBeenCalled();

    fireEvent.keyDown(input, { key: 'Escape', keyCode: 27, composed: true });
    expect(actions.requestClose).toHaveBeenCalledOnce();
  });

  it('can be moved through by keys when every created KeyboardEvent is composed', () => {
    vi.stubGlobal('KeyboardEvent', ComposedKeyboardEvent);
    const { input, actions } = open();
    seen.mockReset();

    fireEvent(input, new ComposedKeyboardEvent('keydown', { ...own, key: 'ArrowDown' }));
    fireEvent(input, new ComposedKeyboardEvent('keydown', { ...own, key: 'Enter' }));

    expect(actions.selectProvider.mock.calls).toEqual([['h-r-block']]);
    expect(seen).not.toHaveBeenCalled();
  });

  it('hides these events from the host, until it closes', () => {
    const { input, modal, invoker } = open();
    seen.mockReset();

    fireEvent.keyDown(input, { key: 'k', composed: true });
    expect(seen).not.toHaveBeenCalled();

    fireEvent.click(invoker, { composed: true });
    expect(seen.mock.calls).toEqual([['click']]);

    modal.close();
    expect(fireEvent.wheel(invoker)).toBe(false);
  });
});

/** Everything that a listener of the host could take for a press or for typing outside its element. */
const hidden = [
  ...['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerover', 'pointerout'],
  ...['gotpointercapture', 'lostpointercapture', 'mousedown', 'mousemove', 'mouseup', 'mouseover'],
  ...['mouseout', 'click', 'dblclick', 'auxclick', 'contextmenu', 'wheel'],
  ...['touchstart', 'touchmove', 'touchend', 'touchcancel', 'keydown', 'keypress', 'keyup'],
  ...['beforeinput', 'input', 'compositionstart', 'compositionupdate', 'compositionend'],
  ...['copy', 'cut', 'paste', 'focus', 'blur', 'focusin', 'focusout'],
];

/** Shields events, and listens as early and as late as a host can, until the end of the test. */
function shieldAndListen(types: readonly string[]): string[] {
  const heard: string[] = [];
  onTestFinished(shieldEvents());
  for (const type of types) {
    const note = () => void heard.push(type);
    for (const target of [window, document]) {
      for (const isCapturing of [true, false]) {
        target.addEventListener(type, note, isCapturing);
        onTestFinished(() => target.removeEventListener(type, note, isCapturing));
      }
    }
  }
  return heard;
}

describe('a listener of the host', () => {
  it.each(hidden)('gets no %s of the modal, and those beside it', (type) => {
    const heard = shieldAndListen([type]);
    const { input, frame, host, invoker } = open();
    heard.length = 0;
    const press = (target: Element) =>
      target.dispatchEvent(new Event(type, { bubbles: true, cancelable: true, composed: true }));

    // Each can be scrolled and touched.
    for (const target of [input, frame, host]) expect(press(target)).toBe(true);
    expect(heard).toEqual([]);

    press(invoker);
    expect(heard).not.toEqual([]);
  });

  it('gets neither the blur of a window whose frame has the focus, nor its answer', () => {
    const hasFocus = vi.spyOn(HTMLDocument.prototype, 'hasFocus');
    const heard = shieldAndListen(['blur', 'focus']);
    const { modal } = open();
    heard.length = 0;
    const tell = (type: string) => window.dispatchEvent(new Event(type));

    hasFocus.mockReturnValue(true);
    tell('blur');
    tell('focus');
    tell('blur');
    expect(heard).toEqual([]);
    modal.close();
    // The invoker has got the focus.
    heard.length = 0;
    tell('focus');
    expect(heard).toEqual([]);

    // The user has switched to another window.
    tell('focus');
    expect(new Set(heard)).toEqual(new Set(['focus']));
  });

  it('gets neither in Firefox, where the document has lost the focus for a moment', () => {
    vi.spyOn(HTMLDocument.prototype, 'hasFocus').mockReturnValue(false);
    const active = vi.spyOn(HTMLDocument.prototype, 'activeElement', 'get');
    const heard = shieldAndListen(['blur', 'focus']);
    const { frame } = open();
    heard.length = 0;

    // Firefox tells the document, too.
    for (const target of [document, window]) target.dispatchEvent(new Event('blur'));
    active.mockReturnValue(frame);
    vi.advanceTimersByTime(1);
    for (const target of [document, window]) target.dispatchEvent(new Event('focus'));

    expect(heard).toEqual([]);
  });

  it('gets the blur when the user goes to another window, and the focus afterwards', () => {
    vi.spyOn(HTMLDocument.prototype, 'hasFocus').mockReturnValue(false);
    const heard = shieldAndListen(['blur', 'focus']);
    open();

    for (const _ of ['once', 'again']) {
      heard.length = 0;
      window.dispatchEvent(new Event('blur'));
      vi.advanceTimersByTime(1);
      const blurs = new Set(heard);
      heard.length = 0;
      window.dispatchEvent(new Event('focus'));
      expect([blurs, new Set(heard)]).toEqual([new Set(['blur']), new Set(['focus'])]);
    }
  });
});

it('shieldEvents registers once for several callers, passively for touch and wheel, until the last has ended it', () => {
  const added = vi.spyOn(window, 'addEventListener');
  const removed = vi.spyOn(window, 'removeEventListener');
  const ends = [shieldEvents(), shieldEvents()];
  const early = new Map(added.mock.calls.map(([type, , options]) => [type, options]));
  ends[0]?.();
  ends[0]?.();
  expect(removed).not.toHaveBeenCalled();
  ends[1]?.();

  expect(removed.mock.calls.map(([type]) => type)).toEqual([...early.keys()]);
  for (const [type, options] of early) {
    expect(options, type).toEqual({ capture: true, passive: /touch|wheel/.test(type) });
  }
});

it('adds its listeners beside a global `Zone` that is not of Angular', () => {
  const { calls } = vi.spyOn(window, 'addEventListener').mock;
  vi.stubGlobal('Zone', { root: {} });
  onTestFinished(shieldEvents());

  expect(calls.length).toBeGreaterThan(40);
});

it('lets Angular check the page for no event of its listeners: the root zone adds them first', () => {
  const { calls } = vi.spyOn(window, 'addEventListener').mock;
  let byRoot: unknown[] = [];
  const run = (task: () => void) => {
    task();
    byRoot = [...calls];
  };
  vi.stubGlobal('Zone', { root: { run } });
  onTestFinished(shieldEvents());

  expect(byRoot.length).toBeGreaterThan(40);
  expect(calls).toEqual([...byRoot, ...byRoot]);
});
