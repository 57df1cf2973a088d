import type { Context } from 'hono';
import { isLoopbackAddress, isLoopbackHostname } from '../addresses/host-origin.ts';
import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import { readPeerAddress } from '../http/client-address.ts';
import type { Arrival } from '../http/endpoint.ts';
import type { Metrics } from '../http/metrics.ts';
import type { AppConfig, Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import type { PoolUse, Store } from '../store/store.ts';

/**
 * `GET /metrics`: metrics for Prometheus. Without METRICS_TOKEN, only this machine gets them, and only if the service
 * is not reachable from outside. All other requests get a 404.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export async function showMetrics({ parts, context }: Arrival) {
  const { clock, findObstacle, metrics, store } = parts;
  // The use of the pool is read before the queries below, because they wait for a connection, too.
  showPoolUse(metrics, store.readPoolUse());
  // The queries run in parallel, because a scraper gives up after ten seconds, and a busy database refuses after five.
  await Promise.all([
    showRevocations(metrics, store),
    showDeliveries(metrics, store, clock.now()),
    findObstacle(context).then((obstacle) => metrics.ready.set(obstacle === undefined ? 1 : 0)),
  ]);
  const { text, type } = await metrics.render();
  return context.body(text, 200, { 'Content-Type': type });
}

async function showRevocations({ pendingRevocations }: Metrics, store: Store): Promise<void> {
  await store.revocations.count().then(
    (count) => pendingRevocations.set(count),
    // Only this metric is left out. The other metrics are needed most while the database does not answer.
    () => pendingRevocations.remove(),
  );
}

async function showDeliveries(metrics: Metrics, store: Store, now: number): Promise<void> {
  const { pendingDeliveries, oldestDelivery, lateDelivery } = metrics;
  await store.deliveryQueue.measure(now).then(
    ({ count, oldestMs, lateMs }) => {
      pendingDeliveries.set(count);
      oldestDelivery.set(oldestMs / 1000);
      lateDelivery.set(lateMs / 1000);
    },
    () => {
      for (const gauge of [pendingDeliveries, oldestDelivery, lateDelivery]) gauge.remove();
    },
  );
}

function showPoolUse(
  { databaseWaiting, databaseWaitSeconds }: Metrics,
  use: PoolUse = { waiting: 0, waitedSeconds: 0 },
): void {
  databaseWaiting.set(use.waiting);
  databaseWaitSeconds.reset();
  databaseWaitSeconds.inc(use.waitedSeconds);
}

export function metricsReader({ config }: Parts) {
  const isAllowed = config.metricsToken
    ? createTokenCheck(config.metricsToken)
    : (context: Context) => isFromThisMachine(context, config);
  return ({ context }: Arrival): void => {
    if (!isAllowed(context)) throw new Refusal([404, 'not_found'], 'There is nothing here.');
  };
}

function createTokenCheck(token: string): (context: Context) => boolean {
  const expected = hashSecret(token);
  return (context) => {
    // `readBearerToken` reads OAuth's characters only, and METRICS_TOKEN may have others. The scheme has no case:
    // https://www.rfc-editor.org/rfc/rfc9110#section-11.1
    const [, sent = ''] = /^Bearer +(.+)$/i.exec(context.req.header('Authorization') ?? '') ?? [];
    return areSameHashes(hashSecret(sent), expected);
  };
}

/**
 * True when the request comes from this machine, not through a proxy. A proxy on this machine also connects from it,
 * and may forward requests without a header. If the public address is not loopback, there is such a proxy. After DNS
 * rebinding, a foreign page in a local browser connects from this machine, too, but with its own host name.
 */
function isFromThisMachine(context: Context, { publicUrl, isLoopback }: AppConfig): boolean {
  const isReachable = !isLoopback || !isLoopbackHostname(new URL(publicUrl).hostname);
  if (isReachable || !isLoopbackAddress(readPeerAddress(context))) return false;
  const isForwarded = ['X-Forwarded-For', 'Forwarded', 'Via'].some((name) =>
    context.req.raw.headers.has(name),
  );
  return !isForwarded && isLoopbackHostname(new URL(context.req.url).hostname);
}
