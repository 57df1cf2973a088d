import type { Context, Handler } from 'hono';
import type { healthAnswer } from '../../shapes/backend-answers.ts';
import type { Answer } from '../../shapes/common-answers.ts';
import { answerJson, createUnavailable } from '../http/answers.ts';
import { withFacts } from '../http/facts.ts';
import type { Parts } from '../http/parts.ts';
import { logFor } from '../http/request-id.ts';

/** A load balancer asks every few seconds, and waits about as long. */
const patienceMs = 3000;
/** Anyone may ask, and each write waits for the disk. So most answers only read. */
const writeEveryMs = 1000;

type Status = Answer<typeof healthAnswer>;

/**
 * `GET /livez`: 200 while the process runs, also without a database, because a restart would not help then.
 *
 * @returns the handler
 */
export function showLiveness(): Handler {
  return (context) => answerJson<Status>(context, { status: 'ok' });
}

/**
 * `GET /readyz`, and `GET /healthz`, another common name: 200 when the database answers and can be written,
 * and the service is not stopping; else 503.
 *
 * @returns the handler
 */
export function showReadiness(parts: Pick<Parts, 'clock' | 'lifecycle' | 'store'>): Handler {
  const probe = createProbe(parts);
  return withFacts({ refusals: [503] }, async (context) => {
    if (parts.lifecycle.isStopping()) throw createUnavailable('The service is stopping.');
    const isReadable = await isInTime(probe.read, context, 'database does not answer');
    if (!isReadable) throw createUnavailable('The database does not answer.');
    const isWritable = await isInTime(probe.write, context, 'database cannot be written');
    if (!isWritable) throw createUnavailable('The database cannot be written.');
    return answerJson<Status>(context, { status: 'ok' });
  });
}

function createProbe({ store, clock }: Pick<Parts, 'clock' | 'store'>) {
  let nextWrite = 0;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const now = clock.now();
    await store.assertWritable(now);
    nextWrite = now + writeEveryMs;
  }

  return {
    read: () => store.assertReachable(),
    /** Writes when the last successful write is older than {@link writeEveryMs}. Probes share a write. */
    async write(): Promise<void> {
      if (clock.now() < nextWrite) return;
      writing ??= write().finally(() => {
        writing = undefined;
      });
      await writing;
    },
  };
}

async function isInTime(
  probe: () => Promise<void>,
  context: Context,
  failure: string,
): Promise<boolean> {
  const { promise: tooLate, cancel } = startTimer(patienceMs);
  try {
    await Promise.race([probe(), tooLate]);
    return true;
  } catch (error) {
    logFor(context).error({ err: error }, failure);
    return false;
  } finally {
    cancel();
  }
}

function startTimer(durationMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), durationMs);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}
