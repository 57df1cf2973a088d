import { randomUUID } from 'node:crypto';

let last = { time: 0, count: 0 };

/**
 * Creates an ID that sorts by time, and within a millisecond by its order in this process. A random part separates
 * processes.
 */
export function createSortableId(time: number): string {
  last = { time, count: time === last.time ? last.count + 1 : 0 };
  const order = last.count.toString(16).padStart(4, '0');
  // The last 16 digits of a UUID, which Node draws in advance. Eight random bytes would cost an exchange as much as
  // inserting the event.
  const random = randomUUID().slice(19).replace('-', '');
  return `${toFirstId(time)}${order}${random}`;
}

export function toFirstId(time: number): string {
  return time.toString(16).padStart(12, '0');
}
