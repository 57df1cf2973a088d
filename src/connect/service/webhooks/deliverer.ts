import { setTimeout as wait } from 'node:timers/promises';
import type { Span } from '@opentelemetry/api';
import type { Clock } from '../basics/clock.ts';
import type { Logger } from '../basics/logger.ts';
import { createPoller } from '../basics/poller.ts';
import { failSpan, inSpan } from '../basics/spans.ts';
import type { Metrics } from '../http/metrics.ts';
import type { GrantSeal } from '../providers/grant-seal.ts';
import { parseTries } from '../store/delivery-entries.ts';
import type { DeliveryEnd } from '../store/delivery-queue.ts';
import { repeatDuringOutage } from '../store/repeat-during-outage.ts';
import type { Store } from '../store/store.ts';
import type { TakenDelivery } from '../store/take-deliveries.ts';
import type { FindRules } from './receiver-rules.ts';
import { chooseNextTry, parseRetryAfter, patienceMs } from './retry-schedule.ts';
import { receiverTimeoutMs, type SendWebhook, type WebhookResult } from './send-webhook.ts';
import { signWebhook } from './sign-webhook.ts';
import { openSecrets } from './webhook-secret.ts';

/** Sends events to the webhooks of applications. */
export interface Deliverer {
  /** Works on the queue until it is stopped. */
  start(): void;
  /** Sends all due deliveries. Resolves when every attempt has ended. */
  deliverDue(): Promise<void>;
  /** Finishes the requests that are under way. */
  stop(): Promise<void>;
}

export interface DelivererParts {
  readonly store: Store;
  readonly seal: GrantSeal;
  readonly clock: Pick<Clock, 'now'>;
  /**
   * Receivers compare this time with their own clock, even when a test has moved `clock`. Default: the system time.
   */
  readonly readRealTime?: () => number;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'deliveries'>;
  readonly send: SendWebhook;
  readonly findRules: FindRules;
}

/** The maximum number of simultaneous requests of this process. */
const maxAtOnce = 64;
/** After a request ends, the time to wait for others to end before looking for more deliveries. */
const refillMs = 50;
/**
 * The lease outlives an attempt, so that only a killed process loses it. It is short, because lost attempts count
 * against the webhook's limit until it ends.
 */
const leaseMs = 3 * receiverTimeoutMs;
/**
 * A result is stored again for this long. A delivery without a stored result blocks its webhook until the lease
 * ends.
 */
const storePatienceMs = 6000;
/** Long enough for an attempt that has just begun. */
const stopMs = receiverTimeoutMs + 2000;

export function createDeliverer(parts: DelivererParts): Deliverer {
  const { store, clock, log } = parts;
  const underWay = new Set<Promise<void>>();
  let isStopped = false;

  async function take(): Promise<void> {
    const count = maxAtOnce - underWay.size;
    if (isStopped || count === 0) return;
    const now = clock.now();
    const taken = await store.deliveryQueue.take({ now, until: now + leaseMs, count });
    for (const delivery of taken) begin(delivery);
  }

  /** Sends deliveries even when publishing new events fails. */
  async function publishAndTake(): Promise<void> {
    try {
      await store.events.publish(clock.now());
    } finally {
      await takeInTurn();
    }
  }

  const takeInTurn = runInTurn(take);

  // An outage of the database is reported by the next poll.
  const refill = createDelay(() => takeInTurn().catch(() => {}));

  function begin(delivery: TakenDelivery): void {
    const trying = tryOnce(parts, delivery)
      // The delivery is sent again when its lease ends.
      .catch((error) => log.error({ err: error }, 'a delivery was not stored'))
      .finally(() => {
        underWay.delete(trying);
        // Attempts that end close together share one search for due deliveries.
        refill.runWithin(underWay.size === 0 ? 0 : refillMs);
      });
    underWay.add(trying);
  }

  const poller = createPoller({
    work: publishAndTake,
    onError: (error) => log.error({ err: error }, 'reading events or deliveries failed'),
    stopMs,
  });

  return {
    start: poller.start,
    async deliverDue() {
      await publishAndTake();
      while (underWay.size > 0) {
        await Promise.all(underWay);
        refill.cancel();
        await takeInTurn();
      }
    },
    async stop() {
      isStopped = true;
      refill.cancel();
      // Deliveries being taken now are sent, too. Otherwise they would wait until their lease ends.
      const begun = Promise.all([poller.stop(), takeInTurn().catch(() => {})]);
      const finished = begun.then(() => Promise.all(underWay));
      await Promise.race([finished, wait(stopMs, undefined, { ref: false })]);
    },
  };
}

/** Runs work once at a time. Calls made during a run share the next run. */
function runInTurn(work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let isNextPlanned = false;
  return () => {
    if (isNextPlanned) return running;
    isNextPlanned = true;
    running = running
      .catch(() => {})
      .then(() => {
        isNextPlanned = false;
        return work();
      });
    return running;
  };
}

/** Delays work, and runs it once for all calls made until then. */
function createDelay(work: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    runWithin(ms: number): void {
      if (timer && ms > 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        work();
      }, ms).unref();
    },
    cancel(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** The span of the event has ended long ago, perhaps in another process. */
function tryOnce(parts: DelivererParts, delivery: TakenDelivery): Promise<void> {
  const attributes = {
    'http.request.method': 'POST',
    'tax_connect.event.type': delivery.type,
    'tax_connect.webhook.id': delivery.webhook.webhook_id,
    'tax_connect.webhook.attempt': delivery.attempts,
  };
  return inSpan({ name: 'send webhook', kind: 'client', attributes }, (span) =>
    sendAndStore(parts, delivery, span),
  );
}

async function sendAndStore(
  parts: DelivererParts,
  delivery: TakenDelivery,
  span: Span | undefined,
): Promise<void> {
  const { clock, log, metrics, store } = parts;
  const { event_id, type, attempts, webhook } = delivery;
  const start = performance.now();
  const result = await request(parts, delivery);
  const made = {
    at: clock.now(),
    ms: Math.round(performance.now() - start),
    result: 'status' in result ? result.status : result.problem,
  };
  const end = describeEnd(delivery, result, made);
  if ('status' in result) span?.setAttribute('http.response.status_code', result.status);
  if (!end.isDelivered) failSpan(span, String(made.result));
  const failingSince = await repeatDuringOutage(
    () => store.deliveryQueue.finish(delivery, end),
    (elapsedMs) => elapsedMs < storePatienceMs,
  );
  metrics.deliveries.inc({ result: nameResult(end) });
  const { webhook_id, publicClientId: client_id } = webhook;
  const line = {
    client_id,
    webhook_id,
    event_id,
    type,
    attempts,
    result: made.result,
    ms: made.ms,
    ...('status' in result && result.redirectsTo && { redirects_to: result.redirectsTo }),
  };
  log.info(line, end.isDelivered ? 'webhook delivered' : 'webhook not delivered');
  const reason = findOffReason(made, failingSince);
  if (!reason) return;
  const detail = `${new URL(webhook.url).origin}: ${offDetails[reason]}`;
  const isOff = await store.deliveryQueue.switchOff(webhook, { now: made.at, reason, detail });
  if (isOff) log.warn({ client_id, webhook_id, reason }, 'webhook switched off');
}

async function request(
  { clock, readRealTime = clock.now, findRules, seal, send }: DelivererParts,
  { body, event_id, webhook }: TakenDelivery,
): Promise<WebhookResult> {
  const now = clock.now();
  const secrets = openSecrets(seal, webhook, now);
  if (!secrets) return { problem: 'secret_unreadable' };
  return await send({
    url: new URL(webhook.url),
    body,
    rules: findRules(webhook.environment),
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'tax-connect',
      ...signWebhook({ id: event_id, body, sentAt: readRealTime() }, secrets),
    },
  });
}

function describeEnd(
  { ends_at, tries }: TakenDelivery,
  result: WebhookResult,
  made: DeliveryEnd['made'],
): DeliveryEnd {
  const { at: now } = made;
  const [status, retryAfter] =
    'status' in result ? [result.status, result.retryAfter] : [0, undefined];
  if (status >= 200 && status < 300) {
    return { made, isDelivered: true, dueAt: null, endsAt: null, pausedUntil: 0 };
  }
  const notBefore = parseRetryAfter(retryAfter, now);
  const endsAt = ends_at ?? now + patienceMs;
  // Failed tries are counted, not leases: the schedule is about the receiver, not about processes that were killed.
  const failed = parseTries(tries).filter(({ at }) => at >= endsAt - patienceMs).length + 1;
  const retry = { attempts: failed, now, notBefore, endsAt };
  const next = status === gone ? undefined : chooseNextTry(retry);
  return { made, isDelivered: false, dueAt: next ?? null, endsAt, pausedUntil: notBefore };
}

function nameResult({ isDelivered, dueAt }: DeliveryEnd): 'delivered' | 'postponed' | 'failed' {
  if (isDelivered) return 'delivered';
  return dueAt === null ? 'failed' : 'postponed';
}

/** Status 410: the receiver wants no more events. */
const gone = 410;

const offDetails = {
  gone: 'answered 410 Gone',
  failing: 'failed for three days',
} as const;

function findOffReason(
  { at, result }: DeliveryEnd['made'],
  failingSince: number | null,
): keyof typeof offDetails | undefined {
  if (result === gone) return 'gone';
  const isHopeless = failingSince !== null && at - failingSince >= patienceMs;
  return isHopeless ? 'failing' : undefined;
}
