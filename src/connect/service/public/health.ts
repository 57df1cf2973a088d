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
    if (await isInTime(probe, context)) return answerJson<Status>(context, { status: 'ok' });
    throw createUnavailable('The database does not answer.');
  });
}

/** Always reads, and writes when the last successful write is older than {@link writeEveryMs}. */
function createProbe({ store, clock }: Pick<Parts, 'clock' | 'store'>): () => Promise<void> {
  let nextWrite = 0;
  return async () => {
    await store.assertReachable();
    const now = clock.now();
    if (now < nextWrite) return;
    await store.assertWritable(now);
    nextWrite = now + writeEveryMs;
  };
}

async function isInTime(probe: () => Promise<void>, context: Context): Promise<boolean> {
  const { promise: tooLate, cancel } = startTimer(patienceMs);
  try {
    await Promise.race([probe(), tooLate]);
    return true;
  } catch (error) {
    logFor(context).error({ err: error }, 'database does not answer');
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
