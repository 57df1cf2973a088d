import { randomUUID } from 'node:crypto';

let last = { time: 0, count: 0 };

/** Creates an ID that sorts by time, and within a millisecond by creation. Random digits separate processes. */
export function createSortableId(time: number): string {
  last = { time, count: time === last.time ? last.count + 1 : 0 };
  const order = last.count.toString(16).padStart(4, '0');
  // Node draws UUIDs in advance, so the last 16 digits of one are cheap. Eight random bytes would take as long as
  // inserting the event, in every exchange of a code.
  const random = randomUUID().slice(19).replace('-', '');
  return `${toFirstId(time)}${order}${random}`;
}

export function toFirstId(time: number): string {
  return time.toString(16).padStart(12, '0');
}
