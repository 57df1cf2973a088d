/**
 * Keeps Allow and Deny inert until a press can be deliberate. This stops clickjacking, where another page tricks the
 * user into clicking these buttons. It also stops double-clickjacking, where the page appears under a pointer that is
 * already clicking. A press counts only after the buttons have been visible for a while, and after the user has moved a
 * pointer or pressed a key since then.
 *
 * @see https://www.w3.org/TR/UISecurity/ on the display time before an act counts
 * @see https://www.paulosyibelo.com/2024/12/doubleclickjacking-what.html
 */

/** The time that the buttons must be visible before a press counts, in milliseconds. */
export const consentDelayMs = 600;

/** A press this soon after another one, in milliseconds, does not count: the user may be pressing without reading. */
export const pressPauseMs = 500;

export type ConsentGuard = ReturnType<typeof createConsentGuard>;

interface GuardOptions {
  /** Reads whether the window has the focus. Without the focus, the delay does not run, and no press counts. */
  readonly hasFocus: () => boolean;
  readonly onChange: (look: GuardLook) => void;
}

export interface GuardLook {
  readonly isWaiting: boolean;
  /** Set after a refused press, for example by an assistive pointer that jumps onto the button without a movement. */
  readonly asksAgain: boolean;
}

/** Creates the guard of one button, Allow or Deny. The button counts as hidden until `setShown(true)`. */
export function createConsentGuard({ hasFocus, onChange }: GuardOptions) {
  let isShown = false;
  /** The time of `performance.now`, which a change of the system's time does not change. */
  let startedAt: number | undefined;
  /** True when the user has moved a pointer or pressed a key since the delay began, or was asked to press again. */
  let isMeant = false;
  /** True when the guard has refused a press without a movement. If so, each early press restarts the delay. */
  let isRefused = false;
  let asksAgain = false;
  let pressedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    startedAt = undefined;
    isMeant = false;
    isRefused = false;
    asksAgain = false;
  };
  const isOver = () =>
    startedAt !== undefined && performance.now() - startedAt >= consentDelayMs && hasFocus();
  const start = (isRepeated: boolean) => {
    stop();
    asksAgain = isRepeated;
    isRefused = isRepeated;
    isMeant = isRepeated;
    onChange({ isWaiting: true, asksAgain });
    if (!isShown || !hasFocus()) return;
    startedAt = performance.now();
    timer = setTimeout(() => onChange({ isWaiting: false, asksAgain }), consentDelayMs);
  };

  return {
    /** Each change restarts the guard. */
    setShown(next: boolean) {
      if (next === isShown) return;
      isShown = next;
      start(false);
    },
    /** Restarts the guard. Call it when the window gets or loses the focus, or when a mouse enters the page. */
    restart: () => start(false),
    /** Tells the guard that a pointer has moved, that a finger or pen came down, or that a key was pressed. */
    noteMovement() {
      // A movement before the delay has begun says nothing about the button.
      if (startedAt !== undefined) isMeant = true;
    },
    /**
     * Returns whether a press counts. Without a movement before it, the delay restarts, and the page asks for another
     * press, which counts once the delay is over. Each press before the end restarts the delay, so a user who keeps
     * clicking in one place allows nothing. A press that only comes too early does not restart the delay. A series of
     * quick presses, such as on the button of the screen before, allows nothing, even if the pointer moves.
     */
    press(): boolean {
      const now = performance.now();
      const isQuick = now - pressedAt < pressPauseMs;
      pressedAt = now;
      if (isMeant && isOver() && !isQuick) return true;
      if (startedAt === undefined) return false;
      if (isMeant && !isRefused) {
        asksAgain = true;
        onChange({ isWaiting: !isOver(), asksAgain });
      } else start(true);
      return false;
    },
    close: stop,
  };
}
