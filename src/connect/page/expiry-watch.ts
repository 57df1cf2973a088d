import type { Input } from './transition.ts';

/** The page asks this long before the end of a flow whether the user is still there, in milliseconds. */
const warningMs = 2 * 60 * 1000;

/**
 * Watches the time that a flow has left by the system's time, because other clocks stop while a device sleeps.
 *
 * @see https://www.w3.org/TR/WCAG22/#timing-adjustable
 */
export function createExpiryWatch(dispatch: (...input: Input) => void) {
  let lastInputAt = Date.now();
  let beganAt = lastInputAt;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const noteInput = () => {
    lastInputAt = Date.now();
  };
  for (const type of ['pointerdown', 'keydown', 'input']) {
    document.addEventListener(type, noteInput, { capture: true, passive: true });
  }
  const waitUntil = (time: number, report: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(report, Math.max(0, time - Date.now()));
  };
  return {
    /** A flow that ends within two minutes is reported only at its end. */
    begin(remainingMs: number) {
      beganAt = Date.now();
      const endsAt = beganAt + remainingMs;
      const waitForEnd = () => waitUntil(endsAt, () => dispatch('expired'));
      if (remainingMs <= warningMs) waitForEnd();
      else {
        waitUntil(endsAt - warningMs, () => {
          waitForEnd();
          // The input says whether the user has pressed or typed anything since `begin`.
          if (Date.now() < endsAt) dispatch('expiring', lastInputAt > beganAt);
        });
      }
    },
    readIdleSeconds: () => Math.floor((Date.now() - lastInputAt) / 1000),
  };
}
