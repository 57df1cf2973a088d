import type { Span } from '@opentelemetry/api';
import { webhookPatienceMs } from '../../shapes/webhook-patience.ts';
import type { Clock } from '../basics/clock.ts';
import type { GrantSeal } from '../basics/grant-seal.ts';
import type { Logger } from '../basics/logger.ts';
import { failSpan, inSpan } from '../basics/spans.ts';
import type { Metrics } from '../http/metrics.ts';
import { createJobLoop, type JobLoop } from '../store/job-loop.ts';
import type { Store } from '../store/store.ts';
import { repeatDuringOutage } from '../store/transactions.ts';
import { type DeliveryEnd, goneStatus, type TakenDelivery } from './deliveries.ts';
import { isAccepted, parseTries, readEvent } from './delivery-entries.ts';
import {
  type FindRules,
  receiverTimeoutMs,
  type SendWebhook,
  type WebhookResult,
} from './send-webhook.ts';
import { openSecrets, signWebhook } from './webhook-secret.ts';

interface ReadDelivery extends TakenDelivery {
  readonly event: ReturnType<typeof readEvent>;
}

interface DelivererParts {
  readonly store: Store;
  readonly seal: GrantSeal;
  readonly clock: Pick<Clock, 'now'>;
  /**
   * The time for signatures, which receivers compare with their own clock. It is real even when a test has moved
   * `clock`. Default: the time of `clock`.
   */
  readonly readRealTime?: () => number;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'deliveries'>;
  readonly send: SendWebhook;
  readonly findRules: FindRules;
}

/**
 * The time that the deliverer tries to store a result, in milliseconds. A delivery without a stored result occupies its
 * webhook until the lease of the delivery ends.
 */
const storePatienceMs = 6000;

/** Creates the loop that sends events to webhooks. */
export function createDeliverer(parts: DelivererParts): JobLoop {
  const { store, clock, log } = parts;
  return createJobLoop({
    clock,
    log,
    name: 'deliveries',
    maxAtOnce: 64,
    leaseMs: 3 * receiverTimeoutMs,
    // Long enough for an attempt that begins just before the stop.
    stopMs: receiverTimeoutMs + 2000,
    prepare: () => store.events.publish(clock.now()),
    claim: store.deliveryQueue.take,
    // The body is read here, so that an unreadable one fails alone.
    run: async (delivery) => tryOnce(parts, { ...delivery, event: readEvent(delivery.body) }),
  });
}

/** Tries a delivery once, in a new tracing span. The event's span has ended long ago, perhaps in another process. */
function tryOnce(parts: DelivererParts, delivery: ReadDelivery): Promise<void> {
  const attributes = {
    'http.request.method': 'POST',
    'tax_connect.event.type': delivery.event.type,
    'tax_connect.webhook.id': delivery.webhook.webhook_id,
    'tax_connect.webhook.attempt': delivery.attempts,
  };
  return inSpan({ name: 'send webhook', kind: 'client', attributes }, (span) =>
    sendAndStore(parts, delivery, span),
  );
}

async function sendAndStore(
  parts: DelivererParts,
  delivery: ReadDelivery,
  span: Span | undefined,
): Promise<void> {
  const { clock, log, metrics, store } = parts;
  const { event, attempts, webhook } = delivery;
  const start = performance.now();
  const result = await request(parts, delivery);
  const made = {
    at: clock.now(),
    ms: Math.round(performance.now() - start),
    ...('status' in result
      ? { result: result.status, body: result.body }
      : { result: result.problem }),
  };
  const end = describeEnd(delivery, result, made);
  if ('status' in result) span?.setAttribute('http.response.status_code', result.status);
  if (!end.isDelivered) failSpan(span, String(made.result));
  const offReason = await repeatDuringOutage(
    () => store.deliveryQueue.finish(delivery, end),
    (elapsedMs) => elapsedMs < storePatienceMs,
  );
  metrics.deliveries.inc({ result: nameResult(end) });
  const { webhook_id, publicClientId: client_id } = webhook;
  const line = {
    client_id,
    webhook_id,
    event_id: event.id,
    type: event.type,
    attempts,
    result: made.result,
    ms: made.ms,
    ...('status' in result && result.redirectsTo && { redirects_to: result.redirectsTo }),
  };
  log.info(line, end.isDelivered ? 'webhook delivered' : 'webhook not delivered');
  if (offReason) log.warn({ client_id, webhook_id, reason: offReason }, 'webhook switched off');
}

async function request(
  { clock, readRealTime = clock.now, findRules, seal, send }: DelivererParts,
  { body, event, webhook }: ReadDelivery,
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
      ...signWebhook({ id: event.id, body, sentAt: readRealTime() }, secrets),
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
  if (isAccepted(status)) {
    return { made, isDelivered: true, dueAt: null, endsAt: null, pausedUntil: 0 };
  }
  const notBefore = parseRetryAfter(retryAfter, now);
  const endsAt = ends_at ?? now + webhookPatienceMs;
  // The schedule depends on how often the receiver failed. `attempts` also counts processes that were killed.
  const failed = parseTries(tries).filter(({ at }) => at >= endsAt - webhookPatienceMs).length + 1;
  const retry = { attempts: failed, now, notBefore, endsAt };
  const next = status === goneStatus ? undefined : chooseNextTry(retry);
  return { made, isDelivered: false, dueAt: next ?? null, endsAt, pausedUntil: notBefore };
}

function nameResult({ isDelivered, dueAt }: DeliveryEnd): 'delivered' | 'postponed' | 'failed' {
  if (isDelivered) return 'delivered';
  return dueAt === null ? 'failed' : 'postponed';
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The time to wait after the first failed try, the second, and so on. The last value applies to all later tries. */
const delays = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  day,
] as const;
const jitter = 0.2;

interface FailedTry {
  readonly attempts: number;
  readonly now: number;
  /** The time before which the receiver wants no request, in milliseconds since the epoch; 0 when it named none. */
  readonly notBefore: number;
  readonly endsAt: number;
}

/** Chooses the time of the next try, if any is left. The random part spreads the deliveries after an outage. */
function chooseNextTry({ attempts, now, notBefore, endsAt }: FailedTry): number | undefined {
  if (now >= endsAt) return undefined;
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? day;
  const spread = Math.round(delay * (1 - jitter + 2 * jitter * Math.random()));
  return Math.min(Math.max(now + spread, notBefore), endsAt);
}

/**
 * Reads the seconds or the date of `Retry-After`. Returns a time at most a day after `now`, or 0 when the header is
 * missing or invalid.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
function parseRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  // A date that ends with its year, as `asctime` writes it, is in GMT, too.
  const date = header.replace(/ \d{4}$/, '$& GMT');
  const time = /^\d+$/.test(header) ? now + Number(header) * second : Date.parse(date);
  return Number.isNaN(time) ? 0 : Math.min(time, now + day);
}
