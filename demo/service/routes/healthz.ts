import type { Handler } from 'hono';
import { answerJson } from '../answers.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

const comeBack = { headers: { 'Retry-After': '5' } };

/**
 * `GET /healthz`: 200 when requests can be served, so when the database answers and the service is
 * not stopping; else 503.
 *
 * @param services - what the route is built from
 * @returns the handler
 */
export function createHealthzRoute(services: Services): Handler {
  return async (context) => {
    if (services.lifecycle.isStopping()) {
      throw new Refusal([503, 'server_error'], 'The service is stopping.', comeBack);
    }
    if (await isStoreReachable(services)) return answerJson(context, { status: 'ok' });
    throw new Refusal([503, 'server_error'], 'The database does not answer.', comeBack);
  };
}

async function isStoreReachable({ store, log }: Services): Promise<boolean> {
  try {
    await store.assertReachable();
    return true;
  } catch (error) {
    log.error({ err: error }, 'database does not answer');
    return false;
  }
}
