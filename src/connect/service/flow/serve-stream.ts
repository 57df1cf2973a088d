import type { Clock } from '../basics/clock.ts';
import type { DescribedFlow, EventView, Listener } from './describe-events.ts';

/** After how many silent milliseconds a stream gets a message. Many proxies close a stream after 30 silent seconds. */
const beatMs = 25_000;
/** The interval at which the event is computed again, in milliseconds, in case a change was missed. */
const lookMs = 300_000;

const encoder = new TextEncoder();
/** The message that keeps a silent stream open. Streams share its bytes, because an idle one must cost little. */
const beat = encoder.encode(':\n\n');

export interface Followed extends Listener {
  /** True when another document waits for this document. Then the time at which this document listens is stored. */
  readonly isAwaited: boolean;
  describe(view: EventView, listener: Listener): Promise<DescribedFlow>;
  readonly output: StreamOutput;
  /** Called once when the stream has ended for any reason. */
  onEnd(): void;
}

interface StreamOutput {
  /** False while the reader accepts no more data. */
  hasRoom(): boolean;
  write(bytes: Uint8Array): void;
  close(): void;
}

/** The functions that all streams of a process share. */
export interface StreamParts {
  readonly clock: Clock;
  readonly look: Omit<EventView, 'now'>;
  /** Stores that the document listens now. */
  mark(tokenHash: string): Promise<unknown>;
  /** Called when a statement fails. The stream then ends. */
  onError(error: unknown): void;
}

/**
 * Serves one stream: sends an event for each change of the flow, until the last event. A reader that accepts no more
 * data delays only this stream. Nothing is allocated between two events, because a process has thousands of waiting
 * streams.
 */
export function serveStream(parts: StreamParts, followed: Followed) {
  const { output } = followed;
  /** `dueAt`: when this stream must be served next, in milliseconds since the epoch, unless the flow changes before. */
  const stream = { dueAt: 0, wake, end };
  let known = '';
  let isCalled = true;
  let isBusy = false;
  let isOver = false;
  let [lookAt, beatAt] = [0, 0];

  /** Sends the event if the flow has changed (`isCalledNow`) or it is due, or a message after too long a silence. */
  function wake(isCalledNow: boolean, now: number): void {
    isCalled ||= isCalledNow;
    if (!isOver && !isBusy && output.hasRoom()) {
      if (isCalled || lookAt <= now) void work(tell);
      else if (beatAt <= now) write(beat, now);
    }
    plan();
  }

  function plan(): void {
    stream.dueAt = isCalled ? 0 : Math.min(lookAt, beatAt);
  }

  async function work(act: () => Promise<void>): Promise<void> {
    isBusy = true;
    try {
      await act();
    } catch (error) {
      if (!isOver) parts.onError(error);
      end();
    }
    isBusy = false;
    plan();
  }

  async function start(): Promise<void> {
    if (followed.isAwaited) await parts.mark(followed.tokenHash);
    await tell();
  }

  async function tell(): Promise<void> {
    do {
      isCalled = false;
      const now = parts.clock.now();
      const {
        event,
        isLast,
        changesAt = 0,
      } = await followed.describe({ ...parts.look, now }, followed);
      if (isOver) return;
      lookAt = Math.min(changesAt, now + lookMs);
      const text = JSON.stringify(event);
      if (text !== known) write(encoder.encode(`data: ${text}\n\n`), now);
      known = text;
      if (isLast) end();
    } while (isCalled && !isOver && output.hasRoom());
  }

  function write(bytes: Uint8Array, now: number): void {
    beatAt = now + beatMs;
    output.write(bytes);
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    output.close();
    followed.onEnd();
  }

  void work(start);
  return stream;
}
