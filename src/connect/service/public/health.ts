import type { Context } from 'hono';
import type { healthAnswer } from '../../shapes/backend-answers.ts';
import type { Answer } from '../../shapes/common-answers.ts';
import type { Clock } from '../basics/clock.ts';
import { withinTime } from '../basics/wait-budget.ts';
import { answerJson } from '../http/answers.ts';
import { type Arrival, withFacts } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { createUnavailable } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';

/** The time that a check may take, in milliseconds. A load balancer asks every few seconds, and waits about as long. */
const patienceMs = 3000;
/** A successful check is not repeated for so many milliseconds. Anyone may ask, and each write waits for the disk. */
const checkEveryMs = 1000;

type Status = Answer<typeof healthAnswer>;
/** `GET /livez`: 200 while the process runs, even without a database, because a restart would not help then. */
export function showLiveness({ context }: Arrival): Response {
  return answerJson<Status>(context, { status: 'ok' });
}

/** `GET /readyz` and `/healthz`: 200 when the service is not stopping, and its database fits and can be written. */
export const showReadiness = withFacts({ refusals: [503] }, async ({ parts, context }: Arrival) => {
  const obstacle = await parts.findObstacle(context);
  if (obstacle !== undefined) throw createUnavailable(obstacle);
  return answerJson<Status>(context, { status: 'ok' });
});

/** Creates the readiness check. It resolves to the reason why requests cannot be served; undefined when they can. */
export function createReadinessCheck({
  clock,
  lifecycle,
  store,
}: Pick<Parts, 'clock' | 'lifecycle' | 'store'>) {
  const fit = atIntervals(clock, () => store.assertFitting());
  const write = atIntervals(clock, (now) => store.assertWritable(now));
  return async (context: Context): Promise<string | undefined> => {
    if (lifecycle.isStopping()) return 'The service is stopping.';
    const read = () => store.assertReachable();
    const isReadable = await isInTime(read, context, 'database does not answer');
    if (!isReadable) return 'The database does not answer.';
    const isFitting = await isInTime(fit, context, 'database does not fit this service');
    if (!isFitting) return 'The tables of the database do not fit this service.';
    const isWritable = await isInTime(write, context, 'database cannot be written');
    return isWritable ? undefined : 'The database cannot be written.';
  };
}

/** Repeats a successful check after `checkEveryMs`, or when the clock was set back. Simultaneous requests share it. */
function atIntervals(clock: Clock, check: (now: number) => Promise<void>): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  async function checkNow(): Promise<void> {
    const now = clock.now();
    await check(now);
    last = now;
  }

  return async () => {
    const age = clock.now() - last;
    if (age >= 0 && age < checkEveryMs) return;
    checking ??= checkNow().finally(() => {
      checking = undefined;
    });
    await checking;
  };
}

async function isInTime(
  probe: () => Promise<void>,
  context: Context,
  failure: string,
): Promise<boolean> {
  try {
    await withinTime(patienceMs, probe(), () => new Error('No answer in time.'));
    return true;
  } catch (error) {
    logFor(context).error({ err: error }, failure);
    return false;
  }
}
