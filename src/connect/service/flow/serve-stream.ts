import type { Clock } from '../basics/clock.ts';
import type { DescribedFlow, EventView, Listener } from './describe-events.ts';

/**
 * A document that another one waits for is marked so often, in milliseconds. A popup may join for 15 seconds after
 * the last mark.
 */
const markMs = 10_000;
/** A silent stream says something after this time, in milliseconds: many proxies close it after 30 seconds. */
const beatMs = 25_000;
/** Each event is described again after this time, in milliseconds, should a change have been missed. */
const lookMs = 60_000;

/** A document's stream. */
export interface Followed extends Listener {
  /** Aborting it ends the stream. */
  readonly signal: AbortSignal;
  /** True: another document waits for this one, so its presence is stored. */
  readonly isAwaited: boolean;
  /** Describes the current event. */
  describe(view: EventView, listener: Listener): Promise<DescribedFlow>;
  /** Resolves when the reader takes more. */
  send(text: string): Promise<unknown>;
}

/** What the streams of a process share. Their statements are joined. */
export interface StreamParts {
  readonly clock: Clock;
  readonly look: Omit<EventView, 'now'>;
  /** Stores that the document listens. */
  mark(tokenHash: string): Promise<unknown>;
}

/** A stream that is served until it ends. */
export interface ServedStream {
  /** Continues the stream when it is called or when time requires it; true: called, since its flow has changed. */
  wake(isCalled: boolean, now: number): void;
  /** Rejects when a statement fails. */
  readonly ended: Promise<void>;
}

/** Sends an event for each change until the last. A reader who takes nothing more holds only this stream. */
export function serveStream({ clock, look, mark }: StreamParts, followed: Followed): ServedStream {
  const { signal, tokenHash, describe, send } = followed;
  let known = '';
  let isCalled = true;
  let continues = () => {};
  /** Milliseconds since the epoch. */
  const due = { mark: followed.isAwaited ? 0 : Number.POSITIVE_INFINITY, look: 0, beat: 0 };
  const isDue = (now: number) => isCalled || Math.min(due.mark, due.look, due.beat) <= now;

  async function run(): Promise<void> {
    let isLast = false;
    while (!isLast && !signal.aborted) {
      isLast = await actIfDue(clock.now());
      if (!isLast && !isCalled) await sleep();
    }
  }

  /** @returns whether the last event has been sent */
  async function actIfDue(now: number): Promise<boolean> {
    if (due.mark <= now) {
      due.mark = now + markMs;
      await mark(tokenHash);
    }
    if (isCalled || due.look <= now) return await tell(now);
    if (due.beat <= now) await write(':\n\n', now);
    return false;
  }

  /** @returns whether this was the last event */
  async function tell(now: number): Promise<boolean> {
    isCalled = false;
    const { event, isLast, changesAt = 0 } = await describe({ ...look, now }, followed);
    if (signal.aborted) return true;
    const text = JSON.stringify(event);
    due.look = Math.min(changesAt, now + lookMs);
    if (text !== known) await write(`data: ${text}\n\n`, now);
    known = text;
    return isLast;
  }

  async function write(text: string, now: number): Promise<void> {
    due.beat = now + beatMs;
    await send(text);
  }

  function sleep(): Promise<void> | undefined {
    if (signal.aborted) return undefined;
    return new Promise((resolve) => {
      continues = resolve;
    });
  }

  signal.addEventListener('abort', () => continues());
  return {
    wake(isCalledNow, now) {
      isCalled ||= isCalledNow;
      if (isDue(now)) continues();
    },
    ended: run(),
  };
}
