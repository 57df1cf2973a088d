import { withinTime } from '../basics/wait-budget.ts';
import { runForStream } from '../providers/plugin-scope.ts';

export interface BodyLimits {
  /** The size of the file according to its record. A shorter file is incomplete. */
  readonly minBytes: number;
  readonly maxBytes: number;
  /** When the first bytes must have arrived, in milliseconds of `performance.now()`. */
  readonly firstUntil: number;
  /** The longest wait for the provider's next bytes, in milliseconds. */
  readonly idleMs: number;
  /** The longest time for the whole file, in milliseconds. */
  readonly totalMs: number;
}

export class LateBytesError extends Error {}

/**
 * Passes a stream on as fast as its receiver reads. The stream ends with an error when the sender exceeds a limit, so
 * that the receiver does not take a partial file for the whole.
 *
 * @returns the stream, after its first bytes have arrived
 * @throws the sender's error before the first bytes, or a {@link LateBytesError}
 */
export async function limitBody(
  body: ReadableStream<Uint8Array>,
  { minBytes, maxBytes, firstUntil, idleMs, totalMs }: BodyLimits,
): Promise<ReadableStream<Uint8Array>> {
  const reader = body.getReader();
  const end = performance.now() + totalMs;
  let bytes = 0;

  async function next(until: number): Promise<Uint8Array | undefined> {
    try {
      if (end < performance.now()) throw new Error('the file took too long');
      const waitMs = Math.max(0, Math.round(Math.min(until, end) - performance.now()));
      const reading = runForStream(() => reader.read());
      const createLateError = () => new LateBytesError(`no bytes within ${waitMs} ms`);
      const { done, value } = await withinTime(waitMs, reading, createLateError);
      if (done && bytes < minBytes) throw new Error(`the file ended after ${bytes} bytes`);
      if (done) return undefined;
      if (!(value instanceof Uint8Array)) throw new Error('the body has something else than bytes');
      bytes += value.byteLength;
      if (bytes > maxBytes) throw new Error(`the file has more than ${maxBytes} bytes`);
      return value;
    } catch (error) {
      runForStream(() => reader.cancel(error)).catch(() => {});
      throw error;
    }
  }

  let first: Uint8Array | undefined = await next(firstUntil);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = first ?? (await next(performance.now() + idleMs));
        first = undefined;
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: (reason) =>
        runForStream(() => reader.cancel(reason ?? new Error('the receiver has left'))),
    },
    { highWaterMark: 0 },
  );
}
