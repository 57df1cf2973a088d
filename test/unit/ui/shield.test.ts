// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { providers, useModalSuite } from './fixtures.ts';

const select = { kind: 'select', providers, busyId: null } as const;
const trapped = ['click', 'keydown', 'mousedown', 'pointerdown', 'touchstart', 'focusin', 'wheel'];
const seen = vi.fn();

const openModal = useModalSuite();

/** As in Firefox. */
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
  seen.mockReset();
  vi.unstubAllGlobals();
});

function open() {
  const opened = openModal(select);
  return { ...opened, input: opened.screen.getByRole<HTMLInputElement>('combobox') };
}

describe("inside a host's own focus trap, the modal", () => {
  it('can be clicked', () => {
    const { screen, actions } = open();

    fireEvent.click(screen.getByRole('option', { name: /TurboTax/ }), { composed: true });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }), { composed: true });

    expect(actions.selectProvider.mock.calls).toEqual([['turbotax']]);
    expect(actions.requestClose).toHaveBeenCalledTimes(1);
  });

  it('can be typed in and moved through by keys', () => {
    const { input, actions } = open();

    const wasTyped = fireEvent.keyDown(input, { key: 'x', composed: true });
    const wasMoved = fireEvent.keyDown(input, { key: 'ArrowDown', composed: true });
    fireEvent.keyDown(input, { key: 'Enter', composed: true });

    // Typing is not prevented; the arrow key belongs to the selector.
    expect([wasTyped, wasMoved]).toEqual([true, false]);
    expect(actions.selectProvider.mock.calls).toEqual([['h-r-block']]);
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

  it('can be scrolled and touched', () => {
    const { screen } = open();
    const option = screen.getByRole('option', { name: /TurboTax/ });

    const results = ['wheel', 'touchstart', 'pointerdown', 'focusin'].map((type) =>
      fireEvent(option, new Event(type, { bubbles: true, cancelable: true, composed: true })),
    );

    expect(results).toEqual([true, true, true, true]);
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
