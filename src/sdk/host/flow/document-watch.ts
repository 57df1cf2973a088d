/** A document that replaces the page must send a message within this time after its `load`, in milliseconds. */
const helloTimeoutMs = 5000;

/**
 * Detects that another document has replaced the Connect page in a frame. Such a document is silent for
 * `helloTimeoutMs` after its `load` event.
 *
 * Each document of the Connect page causes one `load` event and one first message, in either order. So a `load` event
 * without a first message comes from another document. Asking the page over its port does not help, because a port to
 * a removed page looks like a port to a silent page.
 */
export function watchDocuments(onLost: () => void) {
  let hasSpokenEver = false;
  let isWordUnpaired = false;
  let isLoadUnpaired = false;
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Call it when a document of the Connect page has sent its first message. */
    handleFirstWord(): void {
      clearTimeout(timer);
      hasSpokenEver = true;
      isWordUnpaired = !isLoadUnpaired;
      isLoadUnpaired = false;
      isLeaving = false;
    },
    /** Call it when the page has announced that it leaves for the provider's site. */
    handleLeaving(): void {
      isLeaving = true;
    },
    /** Call it when a document has finished loading. */
    handleLoad(): void {
      isLoadUnpaired = !isWordUnpaired;
      isWordUnpaired = false;
      // Until a page has sent a message, the session's longer time-out applies. A provider's site sends nothing.
      if (isLoadUnpaired && hasSpokenEver && !isLeaving) {
        clearTimeout(timer);
        timer = setTimeout(onLost, helloTimeoutMs);
      }
    },
    close: () => clearTimeout(timer),
  };
}
