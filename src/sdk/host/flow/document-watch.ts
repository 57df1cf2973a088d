/** A document that replaces the page must send a message within this time after its `load`, in milliseconds. */
const helloTimeoutMs = 5000;

/**
 * Detects that another document has replaced the Connect page in a frame. Each document of the page causes one `load`
 * event and one first message, in either order. So a `load` without a message comes from another document. A question
 * over the port would not help, because a port to a removed page looks like a port to a silent page.
 */
export function watchDocuments(onLost: () => void) {
  let hasSpokenEver = false;
  let isWordUnpaired = false;
  let isLoadUnpaired = false;
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    handleFirstWord(): void {
      clearTimeout(timer);
      hasSpokenEver = true;
      isWordUnpaired = !isLoadUnpaired;
      isLoadUnpaired = false;
      isLeaving = false;
    },
    handleLeaving(): void {
      isLeaving = true;
    },
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
