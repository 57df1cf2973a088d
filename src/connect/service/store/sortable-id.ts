import { randomBytes } from 'node:crypto';

let last = { time: 0, count: 0 };

/**
 * @param time - milliseconds since the epoch
 * @returns an ID that sorts by time, then by the order within a millisecond in this process. The random part
 *   separates processes
 */
export function createSortableId(time: number): string {
  last = { time, count: time === last.time ? last.count + 1 : 0 };
  const order = last.count.toString(16).padStart(4, '0');
  return `${toFirstId(time)}${order}${randomBytes(8).toString('hex')}`;
}

/**
 * @param time - milliseconds since the epoch
 * @returns the lowest ID of that time
 */
export function toFirstId(time: number): string {
  return time.toString(16).padStart(12, '0');
}
