/** A document that replaces the page must send a message within this time after its `load`, in milliseconds. */
const helloTimeoutMs = 5000;

/**
 * Detects that another document has replaced the Connect page in a frame, by a `load` without a first message. Each
 * document of the page causes both, in either order. Over the port, a removed page looks like a silent page.
 */
export function watchDocuments(onLost: () => void) {
  let hasEverSent = false;
  let isMessageUnpaired = false;
  let isLoadUnpaired = false;
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Call it for the first message of each document. */
    handleMessage(): void {
      clearTimeout(timer);
      hasEverSent = true;
      isMessageUnpaired = !isLoadUnpaired;
      isLoadUnpaired = false;
      isLeaving = false;
    },
    handleLeaving(): void {
      isLeaving = true;
    },
    handleLoad(): void {
      isLoadUnpaired = !isMessageUnpaired;
      isMessageUnpaired = false;
      // Until a page has sent a message, the session's longer time-out applies. A provider's site sends nothing.
      if (isLoadUnpaired && hasEverSent && !isLeaving) {
        clearTimeout(timer);
        timer = setTimeout(onLost, helloTimeoutMs);
      }
    },
    close: () => clearTimeout(timer),
  };
}
