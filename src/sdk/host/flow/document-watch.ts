/** The time in which a document that replaced the page must say hello after its load. */
const helloTimeoutMs = 5000;

/**
 * Detects a document in a surface that is not a Connect page, because it is silent for `helloTimeoutMs` after its
 * load.
 *
 * Each document of the Connect page causes one load and one first message, in either order. A load without a first
 * message comes from another document. The document cannot be asked, because a port to a removed page looks like a
 * port to a silent page.
 */
export function watchDocuments(onLost: () => void) {
  let hasSpokenEver = false;
  let isWordUnpaired = false;
  let isLoadUnpaired = false;
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** A page has sent its first message. */
    handleFirstWord(): void {
      clearTimeout(timer);
      hasSpokenEver = true;
      isWordUnpaired = !isLoadUnpaired;
      isLoadUnpaired = false;
      isLeaving = false;
    },
    /** The page has announced that it leaves for the provider's site. */
    handleLeaving(): void {
      isLeaving = true;
    },
    /** A document has finished loading. */
    handleLoad(): void {
      isLoadUnpaired = !isWordUnpaired;
      isWordUnpaired = false;
      // The session's own, longer time-out applies before the first message.
      if (isLoadUnpaired && hasSpokenEver && !isLeaving) {
        clearTimeout(timer);
        timer = setTimeout(onLost, helloTimeoutMs);
      }
    },
    close: () => clearTimeout(timer),
  };
}
