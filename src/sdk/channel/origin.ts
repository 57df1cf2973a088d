/**
 * Whether exactly this window sent a message, from a document of exactly this origin. `dispatchEvent`
 * forges origin and source, but not `isTrusted`. A closed window is null, and null must not match null.
 *
 * @param event - the message event
 * @param source - the window that must have sent it
 * @param origin - the exact origin it must have had
 * @returns whether all three hold
 */
export function isMessageFrom(
  event: MessageEvent,
  source: MessageEventSource | null,
  origin: string,
): boolean {
  return !!source && event.isTrusted && event.source === source && event.origin === origin;
}
