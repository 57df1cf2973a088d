/** @returns the reference: the part of a session's ID that a user tells the support team, such as `K7QF-3M9T` */
export function formatReference(sessionId: string): string {
  return `${sessionId.slice(0, 4)}-${sessionId.slice(4, 8)}`;
}
