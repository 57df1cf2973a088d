/** Calls a callback of the host, or a part of the clean-up. An exception is reported, but does not stop the caller. */
export function runSafely(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    // A timer throws it, so that consoles and monitoring report it as uncaught. jsdom has no `reportError`.
    setTimeout(() => {
      throw error;
    });
  }
}
