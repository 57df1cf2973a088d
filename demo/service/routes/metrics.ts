import type { Context, Handler } from 'hono';
import { readClientAddress } from '../checks/client-address.ts';
import { Refusal } from '../refusal.ts';
import { areSameHashes, hashSecret } from '../secrets.ts';
import type { Services } from '../services.ts';

const localAddress = /^(?:unknown|::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

/**
 * `GET /metrics`: for Prometheus. With METRICS_TOKEN set, for whoever presents it; without, for this
 * machine only. To everybody else there is nothing here.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function createMetricsRoute({ config, metrics }: Services): Handler {
  const isAllowed = config.metricsToken
    ? createTokenCheck(config.metricsToken)
    : (context: Context) => isFromThisMachine(context);
  return async (context) => {
    if (!isAllowed(context)) throw new Refusal([404, 'not_found'], 'There is nothing here.');
    const { text, type } = await metrics.render();
    return context.body(text, 200, { 'Content-Type': type });
  };
}

function createTokenCheck(token: string): (context: Context) => boolean {
  const expected = hashSecret(`Bearer ${token}`);
  return (context) =>
    areSameHashes(hashSecret(context.req.header('Authorization') ?? ''), expected);
}

/** A proxy on this machine connects from here too, but says for whom. */
function isFromThisMachine(context: Context): boolean {
  const isForwarded = ['X-Forwarded-For', 'Forwarded', 'Via'].some((name) =>
    context.req.raw.headers.has(name),
  );
  return !isForwarded && localAddress.test(readClientAddress(context, false));
}
