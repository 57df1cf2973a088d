/**
 * Keeps Allow and Deny inert until the user can have meant them. This stops clickjacking and
 * double-clickjacking, where a page appears under a pointer that is already clicking. The buttons must
 * have been visible for a while, and a pointer or key must have moved since they appeared.
 *
 * @see https://www.w3.org/TR/UISecurity/ on the display time before an act counts
 * @see https://www.paulosyibelo.com/2024/12/doubleclickjacking-what.html
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

/** Decides whether a click on a button counts. */
export interface ConsentGuard {
  /** Tells whether the buttons can be seen now. Hiding them starts everything anew. */
  setShown(isShown: boolean): void;
  /** Starts everything anew: the window got or lost the focus, or a mouse came in. */
  restart(): void;
  /** A pointer moved, a finger or pen came down, or a key was pressed. */
  noteMovement(): void;
  /**
   * The button is pressed. A press without a movement starts everything anew and asks for another press, which
   * counts once the delay is over. Each press before that starts the delay anew, so a user who keeps clicking in
   * one place allows nothing.
   *
   * @returns whether the press counts
   */
  press(): boolean;
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

/** A guard's surroundings. */
export interface GuardOptions {
  readonly clock: Clock;
  /** Reads the focus of the window. Without it, no time runs and no click counts. */
  readonly hasFocus: () => boolean;
  /** Told how the button looks. */
  readonly onChange: (look: GuardLook) => void;
}

/** What the user sees of a guard. */
export interface GuardLook {
  /** The delay is not over: the button looks inert. */
  readonly isWaiting: boolean;
  /**
   * A press without a movement has been refused. An assistive pointer jumps onto the button and stays there.
   * Its user has to be asked for another press.
   */
  readonly asksAgain: boolean;
}

/** @returns a guard for a button that is not shown yet */
export function createConsentGuard({ clock, hasFocus, onChange }: GuardOptions): ConsentGuard {
  let isShown = false;
  let startedAt: number | undefined;
  /** By a movement, or by a press that was refused for the lack of one. */
  let isMeant = false;
  let asksAgain = false;
  let cancelTimer: (() => void) | undefined;

  const stop = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    startedAt = undefined;
    isMeant = false;
    asksAgain = false;
  };
  const isOver = () =>
    startedAt !== undefined && clock.now() - startedAt >= consentDelayMs && hasFocus();
  const start = (isRepeated: boolean) => {
    stop();
    asksAgain = isRepeated;
    isMeant = isRepeated;
    onChange({ isWaiting: true, asksAgain });
    if (!isShown || !hasFocus()) return;
    startedAt = clock.now();
    cancelTimer = clock.after(consentDelayMs, () => onChange({ isWaiting: false, asksAgain }));
  };

  return {
    setShown(next) {
      if (next === isShown) return;
      isShown = next;
      start(false);
    },
    restart: () => start(false),
    noteMovement() {
      // A movement before the start says nothing about the button.
      if (startedAt !== undefined) isMeant = true;
    },
    press() {
      if (isMeant && isOver()) return true;
      if (asksAgain || isOver()) start(true);
      return false;
    },
    close: stop,
  };
}
