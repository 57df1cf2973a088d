/** How long a document that replaced the page may take to say hello after its load. */
const helloTimeoutMs = 5000;

/** Tells whether every document of a surface is a Connect page. */
export interface DocumentWatch {
  /** A page spoke for the first time. */
  handleFirstWord(): void;
  /** The page said that it is leaving for the provider's site. */
  handleLeaving(): void;
  /** Some document finished loading. */
  handleLoad(): void;
  close(): void;
}

/**
 * Each document of the Connect page causes one load and one first message, in either order. A load
 * without a first message is not a Connect page. The document cannot be asked: a port to a removed
 * page looks like a port to a silent one.
 *
 * @param onLost - called when a document has been silent for `helloTimeoutMs` after its load
 * @returns the watch, whose `close` must be called
 */
export function watchDocuments(onLost: () => void): DocumentWatch {
  let hasSpokenEver = false;
  let isWordUnpaired = false;
  let isLoadUnpaired = false;
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    handleFirstWord() {
      clearTimeout(timer);
      hasSpokenEver = true;
      isWordUnpaired = !isLoadUnpaired;
      isLoadUnpaired = false;
      isLeaving = false;
    },
    handleLeaving() {
      isLeaving = true;
    },
    handleLoad() {
      isLoadUnpaired = !isWordUnpaired;
      isWordUnpaired = false;
      // Before the first message, the session's own time-out runs, which is longer.
      if (isLoadUnpaired && hasSpokenEver && !isLeaving) {
        clearTimeout(timer);
        timer = setTimeout(onLost, helloTimeoutMs);
      }
    },
    close: () => clearTimeout(timer),
  };
}
