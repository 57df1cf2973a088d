import { describe, expect, it, vi } from 'vitest';
import {
  type Clock,
  consentDelayMs,
  createConsentGuard,
} from '../../../src/connect/page/consent-guard.ts';

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
  const onDelayChange = vi.fn();
  const guard = createConsentGuard({ clock, hasFocus, onDelayChange });
  return { guard, advance, onDelayChange };
}

function createShownGuard(hasFocus?: () => boolean) {
  const created = createGuard(hasFocus);
  created.guard.setShown(true);
  return created;
}

describe('the consent guard', () => {
  it('arms after the buttons were visible for the delay and the pointer moved', () => {
    const { guard, advance } = createShownGuard();
    guard.noteMovement();
    advance(consentDelayMs);
    expect(guard.isArmed()).toBe(true);
  });

  it('stays inert one millisecond before the delay is over', { tags: ['threat-17'] }, () => {
    const { guard, advance } = createShownGuard();
    guard.noteMovement();
    advance(consentDelayMs - 1);
    expect(guard.isArmed()).toBe(false);
  });

  it('stays inert as long as nothing moves', () => {
    const { guard, advance } = createShownGuard();
    advance(60_000);
    expect(guard.isArmed()).toBe(false);
    guard.noteMovement();
    expect(guard.isArmed()).toBe(true);
  });

  it('ignores a movement before the buttons were visible', () => {
    const { guard, advance } = createGuard();
    guard.noteMovement();
    guard.setShown(true);
    advance(consentDelayMs);
    expect(guard.isArmed()).toBe(false);
  });

  it('restarts when the buttons were hidden in between', () => {
    const { guard, advance } = createShownGuard();
    guard.noteMovement();
    advance(consentDelayMs);
    guard.setShown(false);
    expect(guard.isArmed()).toBe(false);
    guard.setShown(true);
    guard.noteMovement();
    advance(consentDelayMs - 1);
    expect(guard.isArmed()).toBe(false);
    advance(1);
    expect(guard.isArmed()).toBe(true);
  });

  it('does not restart on a repeated report that the buttons are visible', () => {
    const { guard, advance } = createShownGuard();
    guard.noteMovement();
    advance(consentDelayMs - 1);
    guard.setShown(true);
    advance(1);
    expect(guard.isArmed()).toBe(true);
  });

  it('reports the start and the end of the delay, and nothing once closed', () => {
    const { guard, advance, onDelayChange } = createShownGuard();
    expect(onDelayChange.mock.calls).toEqual([[false]]);
    advance(consentDelayMs);
    expect(onDelayChange.mock.calls).toEqual([[false], [true]]);
    guard.setShown(false);
    guard.setShown(true);
    guard.close();
    onDelayChange.mockClear();
    advance(consentDelayMs);
    expect(onDelayChange).not.toHaveBeenCalled();
  });

  it('starts anew on request, and then needs a further movement', () => {
    const { guard, advance } = createShownGuard();
    guard.noteMovement();
    advance(consentDelayMs);
    guard.restart();
    advance(consentDelayMs);
    expect(guard.isArmed()).toBe(false);
    guard.noteMovement();
    expect(guard.isArmed()).toBe(true);
    guard.restart();
    guard.noteMovement();
    advance(consentDelayMs - 1);
    expect(guard.isArmed()).toBe(false);
  });

  it('lets no time run without the focus', () => {
    let isFocused = false;
    const { guard, advance, onDelayChange } = createShownGuard(() => isFocused);
    guard.noteMovement();
    advance(60_000);
    expect(onDelayChange).not.toHaveBeenCalledWith(true);
    isFocused = true;
    guard.noteMovement();
    expect(guard.isArmed()).toBe(false);
    guard.restart();
    guard.noteMovement();
    advance(consentDelayMs);
    expect(guard.isArmed()).toBe(true);
  });

  it('accepts no click without the focus, even when the browser did not report the loss', () => {
    let isFocused = true;
    const { guard, advance } = createShownGuard(() => isFocused);
    guard.noteMovement();
    advance(consentDelayMs);
    isFocused = false;
    expect(guard.isArmed()).toBe(false);
  });
});
