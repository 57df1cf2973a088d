import { describe, expect, it, vi } from 'vitest';
import {
  type Clock,
  consentDelayMs,
  createConsentGuard,
} from '../../../src/connect/page/consent-guard.ts';

/** Time that stands still until it is told to go on. */
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

function createShownGuard() {
  const { clock, advance } = createClock();
  const onDelayChange = vi.fn();
  const guard = createConsentGuard(clock, onDelayChange);
  guard.setShown(true);
  return { guard, advance, onDelayChange };
}

describe('the consent guard', () => {
  it('arms once the buttons were visible for the delay and something moved', () => {
    const { guard, advance } = createShownGuard();
    guard.noteMovement();
    advance(consentDelayMs);
    expect(guard.isArmed()).toBe(true);
  });

  it('stays inert one millisecond before the delay is over', () => {
    const { guard, advance } = createShownGuard();
    guard.noteMovement();
    advance(consentDelayMs - 1);
    expect(guard.isArmed()).toBe(false);
  });

  it('stays inert however long nothing moves', () => {
    const { guard, advance } = createShownGuard();
    advance(60_000);
    expect(guard.isArmed()).toBe(false);
    guard.noteMovement();
    expect(guard.isArmed()).toBe(true);
  });

  it('does not count a movement from before the buttons were there', () => {
    const { clock, advance } = createClock();
    const guard = createConsentGuard(clock, () => undefined);
    guard.noteMovement();
    guard.setShown(true);
    advance(consentDelayMs);
    expect(guard.isArmed()).toBe(false);
  });

  it('starts anew when the buttons were hidden in between', () => {
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

  it('does not start anew when it is told again that the buttons are visible', () => {
    const { guard, advance } = createShownGuard();
    guard.noteMovement();
    advance(consentDelayMs - 1);
    guard.setShown(true);
    advance(1);
    expect(guard.isArmed()).toBe(true);
  });

  it('tells when the delay begins and when it is over, and nothing once closed', () => {
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
});
