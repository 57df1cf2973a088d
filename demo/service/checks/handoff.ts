import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import type { Flow } from '../store/store.ts';

/** 32 random bytes as base64url, made by the host. */
export const handoffSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** How long a document that listens for events may not have been seen, in milliseconds. */
const absenceMs = 15_000;

/**
 * @param flow - of a document
 * @param clock - time
 * @returns whether that document listens for events, or did a moment ago
 */
export function isListening(flow: Flow, clock: Clock): boolean {
  return flow.seen_at !== null && flow.seen_at > clock.now() - absenceMs;
}
