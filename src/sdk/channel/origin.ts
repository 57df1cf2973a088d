/**
 * Checks that exactly this window sent a message, from a document of exactly this origin. `dispatchEvent` can forge
 * the origin and the source of an event, but not `isTrusted`. A closed window is null, and null must not match null.
 */
export function isMessageFrom(
  event: MessageEvent,
  source: MessageEventSource | null,
  origin: string,
): boolean {
  return !!source && event.isTrusted && event.source === source && event.origin === origin;
}
