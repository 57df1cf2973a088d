/**
 * Keeps Allow and Deny inert until the user can have meant to press them. This stops clickjacking and
 * double-clickjacking, where a page appears under a pointer that is already clicking. The buttons must have been
 * visible for a while, and a pointer or key must have moved since they appeared.
 *
 * @see https://www.w3.org/TR/UISecurity/ on the display time before an act counts
 * @see https://www.paulosyibelo.com/2024/12/doubleclickjacking-what.html
 */

/** How long the buttons are visible before they work. */
export const consentDelayMs = 600;

/** The clock of the guard. Tests replace it. */
export interface Clock {
  /** Milliseconds since any fixed moment; must not jump with the wall clock. */
  now(): number;
  /** @returns cancels it */
  after(delayMs: number, callback: () => void): () => void;
}

/** Decides whether a click on a button counts. */
export type ConsentGuard = ReturnType<typeof createConsentGuard>;

/** The browser's clock. */
export const browserClock: Clock = {
  now: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The environment of a guard. */
export interface GuardOptions {
  readonly clock: Clock;
  /** Reads whether the window has the focus. Without it, the delay stops and no click counts. */
  readonly hasFocus: () => boolean;
  /** Called with the button's new look. */
  readonly onChange: (look: GuardLook) => void;
}

/** The look of a guarded button. */
export interface GuardLook {
  /** Whether the delay is still running, so that the button looks inert. */
  readonly isWaiting: boolean;
  /**
   * Whether a press was refused, so that the user must be asked for another one: it came early, or without a
   * movement. An assistive pointer jumps onto the button and stays there.
   */
  readonly asksAgain: boolean;
}

/** @returns a guard for the button Allow or Deny, which is not shown yet */
export function createConsentGuard({ clock, hasFocus, onChange }: GuardOptions) {
  let isShown = false;
  let startedAt: number | undefined;
  /** Whether the user has moved, or has pressed once without a movement and was asked again. */
  let isMeant = false;
  /** Whether a press without a movement has been refused since the buttons appeared. */
  let isRefused = false;
  let asksAgain = false;
  let cancelTimer: (() => void) | undefined;

  const stop = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    startedAt = undefined;
    isMeant = false;
    isRefused = false;
    asksAgain = false;
  };
  const isOver = () =>
    startedAt !== undefined && clock.now() - startedAt >= consentDelayMs && hasFocus();
  const start = (isRepeated: boolean) => {
    stop();
    asksAgain = isRepeated;
    isRefused = isRepeated;
    isMeant = isRepeated;
    onChange({ isWaiting: true, asksAgain });
    if (!isShown || !hasFocus()) return;
    startedAt = clock.now();
    cancelTimer = clock.after(consentDelayMs, () => onChange({ isWaiting: false, asksAgain }));
  };

  return {
    /** Reports whether the buttons are visible now. Hiding them restarts the guard. */
    setShown(next: boolean) {
      if (next === isShown) return;
      isShown = next;
      start(false);
    },
    /** Restarts the guard, because the window got or lost the focus, or a mouse entered. */
    restart: () => start(false),
    /** A pointer moved, a finger or pen came down, or a key was pressed. */
    noteMovement() {
      // A movement before the start says nothing about the button.
      if (startedAt !== undefined) isMeant = true;
    },
    /**
     * Handles a press of the button. A press without a movement restarts the delay and asks for another press, which
     * counts once the delay is over. Each press before that restarts the delay, so a user who keeps clicking in one
     * place allows nothing. After a movement, a press that comes too early only asks for another one.
     *
     * @returns whether the press counts
     */
    press(): boolean {
      if (isMeant && isOver()) return true;
      if (startedAt === undefined) return false;
      if (isMeant && !isRefused) {
        asksAgain = true;
        onChange({ isWaiting: true, asksAgain });
      } else start(true);
      return false;
    },
    /** Stops the timer. Idempotent. */
    close: stop,
  };
}
