/** @returns the part of a session's ID that a person reads aloud to support, such as `K7QF-3M9T` */
export function formatReference(sessionId: string): string {
  return `${sessionId.slice(0, 4)}-${sessionId.slice(4, 8)}`;
}
