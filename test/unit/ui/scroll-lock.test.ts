// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lockScroll } from '../../../src/sdk/ui/scroll-lock.ts';

afterEach(() => {
  document.documentElement.removeAttribute('style');
  vi.restoreAllMocks();
});

function readRules() {
  return document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map((r) => r.cssText);
}

describe('the scroll lock', () => {
  it('scrolls back to the earlier position, once', () => {
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(120);
    const scroll = vi.spyOn(window, 'scrollTo').mockReturnValue();
    const unlock = lockScroll();

    unlock();
    unlock();

    expect(scroll.mock.calls).toEqual([[{ left: 0, top: 120, behavior: 'instant' }]]);
  });

  it.each([
    ['of another address', () => history.replaceState(null, '', '#accounts')],
    [
      'of another height',
      () => vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(700),
    ],
  ])('leaves a view %s where the host has scrolled it', (_, showView) => {
    const scroll = vi.spyOn(window, 'scrollTo').mockReturnValue();
    const unlock = lockScroll();
    showView();
    unlock();
    expect(scroll).not.toHaveBeenCalled();
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
