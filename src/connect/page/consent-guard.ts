/**
 * Keeps Allow and Deny inert until the user can have meant them. This stops clickjacking and
 * double-clickjacking, where a page appears under a pointer that is already clicking. The buttons must
 * have been visible for a while, and a pointer or key must have moved since they appeared.
 *
 * @see https://www.w3.org/TR/UISecurity/ on the display time before an act counts
 */

/** How long the buttons are visible before they work. */
export const consentDelayMs = 600;

/** Time as the guard sees it; tests bring their own. */
export interface Clock {
  /** Milliseconds since any fixed moment; must not jump with the wall clock. */
  now(): number;
  /**
   * @param delayMs - how long to wait
   * @param callback - called once, unless cancelled
   * @returns cancels it
   */
  after(delayMs: number, callback: () => void): () => void;
}

/** Decides whether a click on Allow or Deny counts. */
export interface ConsentGuard {
  /** Tells whether the buttons can be seen now. Hiding them starts everything anew. */
  setShown(isShown: boolean): void;
  /** A pointer moved, a finger or pen came down, or a key was pressed. */
  noteMovement(): void;
  /** @returns whether a click counts now */
  isArmed(): boolean;
  /** Stops the timer. Idempotent. */
  close(): void;
}

/** The browser's clock. */
export const browserClock: Clock = {
  now: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * @param clock - time
 * @param onDelayChange - told whether the delay is over, for buttons to look the part; the need for
 *   a movement is not shown, because a person who sees the buttons is already moving
 * @returns a guard for buttons that are not shown yet
 */
export function createConsentGuard(
  clock: Clock,
  onDelayChange: (isOver: boolean) => void,
): ConsentGuard {
  let shownAt: number | undefined;
  let hasMoved = false;
  let cancelTimer: (() => void) | undefined;

  const hide = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    shownAt = undefined;
    hasMoved = false;
  };

  return {
    setShown(isShown) {
      if (isShown === (shownAt !== undefined)) return;
      hide();
      onDelayChange(false);
      if (!isShown) return;
      shownAt = clock.now();
      cancelTimer = clock.after(consentDelayMs, () => onDelayChange(true));
    },
    noteMovement() {
      // A movement before the buttons were there says nothing about them.
      if (shownAt !== undefined) hasMoved = true;
    },
    isArmed: () => hasMoved && shownAt !== undefined && clock.now() - shownAt >= consentDelayMs,
    close: hide,
  };
}
