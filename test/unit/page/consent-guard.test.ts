import { describe, expect, it, vi } from 'vitest';
import { type Clock, createConsentGuard } from '../../../src/connect/page/consent-guard.ts';

/** As SECURITY.md promises. */
const consentDelayMs = 600;

/** A clock that only the test moves. */
function createClock() {
  let now = 1000;
  let timers: { at: number; callback: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(delayMs, callback) {
      const timer = { at: now + delayMs, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const advance = (byMs: number) => {
    now += byMs;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { callback } of due) callback();
  };
  return { clock, advance };
}

function createGuard(hasFocus = () => true) {
  const { clock, advance } = createClock();
  const onChange = vi.fn();
  const guard = createConsentGuard({ clock, hasFocus, onChange });
  return { guard, advance, onChange };
}

function createShownGuard(hasFocus?: () => boolean) {
  const created = createGuard(hasFocus);
  created.guard.setShown(true);
  return created;
}

describe('the consent guard', () => {
  it('takes no early press for a movement', { tags: ['threat-17'] }, () => {
    const { guard, advance } = createShownGuard();
    advance(consentDelayMs - 1);
    expect([guard.press(), guard.press()]).toEqual([false, false]);
    advance(consentDelayMs - 1);
    expect(guard.press()).toBe(false);
    advance(consentDelayMs);
    expect(guard.press()).toBe(true);
  });

  it('ignores a movement before the buttons were visible', () => {
    const { guard, advance } = createGuard();
    guard.noteMovement();
    guard.setShown(true);
    advance(consentDelayMs);
    expect(guard.press()).toBe(false);
  });

  it('restarts when the buttons were hidden in between', () => {
    const { guard, advance } = createShownGuard();
    guard.noteMovement();
    advance(consentDelayMs);
    guard.setShown(false);
    expect(guard.press()).toBe(false);
    guard.setShown(true);
    guard.noteMovement();
    advance(consentDelayMs - 1);
    expect(guard.press()).toBe(false);
    advance(1);
    expect(guard.press()).toBe(true);
  });

  it('does not restart on a repeated report that the buttons are visible', () => {
    const { guard, advance } = createShownGuard();
    guard.noteMovement();
    advance(consentDelayMs - 1);
    guard.setShown(true);
    advance(1);
    expect(guard.press()).toBe(true);
  });

  it('reports the start and the end of the delay, and nothing once closed', () => {
    const { guard, advance, onChange } = createShownGuard();
    const [waiting, over] = [true, false].map((isWaiting) => [{ isWaiting, asksAgain: false }]);
    expect(onChange.mock.calls).toEqual([waiting]);
    advance(consentDelayMs);
    expect(onChange.mock.calls).toEqual([waiting, over]);
    guard.setShown(false);
    guard.setShown(true);
    guard.close();
    onChange.mockClear();
    advance(consentDelayMs);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('accepts no click without the focus, even when the browser did not report the loss', () => {
    let isFocused = true;
    const { guard, advance } = createShownGuard(() => isFocused);
    guard.noteMovement();
    advance(consentDelayMs);
    isFocused = false;
    expect(guard.press()).toBe(false);
  });

  it('allows nothing to a user who keeps clicking in one place', { tags: ['threat-17'] }, () => {
    const { guard, advance } = createShownGuard();
    for (let click = 0; click < 100; click += 1) {
      advance(consentDelayMs - 1);
      expect(guard.press()).toBe(false);
    }
    // The control: the same user, after a pause.
    advance(consentDelayMs);
    expect(guard.press()).toBe(true);
  });

  it.each(['restart', 'hide'] as const)('forgets the press when it starts anew by %s', (event) => {
    const { guard, advance, onChange } = createShownGuard();
    advance(consentDelayMs);
    guard.press();
    if (event === 'restart') guard.restart();
    else {
      guard.setShown(false);
      guard.setShown(true);
    }
    expect(onChange).toHaveBeenLastCalledWith({ isWaiting: true, asksAgain: false });
    advance(consentDelayMs);
    expect(guard.press()).toBe(false);
  });
});
