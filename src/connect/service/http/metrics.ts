import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The service's metrics for Prometheus. No label contains a value that callers can choose freely. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const metrics = defineMetrics(registry);
  // These series start at 0. A series that begins with its first event shows no increase, and no alert sees the
  // event.
  for (const result of ['replayed_code', 'invalid_client']) metrics.exchanges.inc({ result }, 0);
  metrics.deliveries.inc({ result: 'failed' }, 0);
  return metrics;
}

/** Defines the metrics. Counters count this process; gauges of queues describe all processes. */
function defineMetrics(registry: Registry) {
  const registers = [registry];
  return {
    render: async () => ({ text: await registry.metrics(), type: registry.contentType }),
    /** Adds the memory, event loop and garbage collection of this process. */
    collectProcess: () => collectDefaultMetrics({ register: registry }),
    requestSeconds: new Histogram({
      name: 'connect_request_duration_seconds',
      help: 'Time from a request to its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    flowSteps: new Counter({
      name: 'connect_flow_steps_total',
      help: 'Steps of flows, by their outcome.',
      labelNames: ['step', 'outcome'],
      registers,
    }),
    exchanges: new Counter({
      name: 'connect_exchanges_total',
      help: 'Exchanges of a code, by their result.',
      labelNames: ['result'],
      registers,
    }),
    ...createProviderMetrics(registers),
    deliveries: new Counter({
      name: 'connect_webhook_deliveries_total',
      help: 'Tries to send an event to a webhook, by their result.',
      labelNames: ['result'],
      registers,
    }),
    pendingDeliveries: new Gauge({
      name: 'connect_webhook_deliveries_pending',
      help: 'Deliveries that wait for their next try or are being sent.',
      registers,
    }),
    oldestDelivery: new Gauge({
      name: 'connect_webhook_oldest_delivery_seconds',
      help: 'Age of the oldest delivery that waits.',
      registers,
    }),
    lateDelivery: new Gauge({
      name: 'connect_webhook_late_delivery_seconds',
      help: 'How long a try that is due has not been made.',
      registers,
    }),
    revocations: new Counter({
      name: 'connect_revocations_total',
      help: 'Tries to revoke a grant at its provider, by their result.',
      labelNames: ['result'],
      registers,
    }),
    pendingRevocations: new Gauge({
      name: 'connect_revocations_pending',
      help: 'Grants that are to be revoked at their providers.',
      registers,
    }),
    ...createDatabaseMetrics(registers),
  };
}

function createDatabaseMetrics(registers: Registry[]) {
  return {
    databaseWaiting: new Gauge({
      name: 'connect_database_waiting',
      help: 'Requests and background work that wait for a connection to the database.',
      registers,
    }),
    sealedValues: new Gauge({
      name: 'connect_sealed_values',
      help: 'Encrypted values, by the place of their key in GRANT_KEY. Counted once an hour.',
      labelNames: ['key'],
      registers,
    }),
    databaseWaitSeconds: new Counter({
      name: 'connect_database_wait_seconds_total',
      help: 'How long all of them have waited.',
      registers,
    }),
    ready: new Gauge({
      name: 'connect_ready',
      help: '1 when this process can serve requests, as /readyz says.',
      registers,
    }),
    lastSweep: new Gauge({
      name: 'connect_last_sweep_timestamp_seconds',
      help: 'When this process has last deleted expired rows, or has found another process at it.',
      registers,
    }),
  };
}

function createProviderMetrics(registers: Registry[]) {
  return {
    /** The label `provider` is the ID of a known provider, or `other`. */
    providerSignIns: new Counter({
      name: 'connect_provider_sign_ins_total',
      help: 'Answers of a provider to a step of a sign-in, by their outcome.',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    providerReads: new Counter({
      name: 'connect_provider_reads_total',
      help: 'Reads of records at a provider, by their outcome.',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    providerSeconds: new Histogram({
      name: 'connect_provider_seconds',
      help: 'Time from a call of a provider to its answer.',
      labelNames: ['provider', 'call'],
      buckets: [0.1, 0.5, 1, 2, 5, 10, 20, 30],
      registers,
    }),
    providerFailing: new Gauge({
      name: 'connect_provider_failing',
      help: '1 while the last 20 sign-ins at a provider have failed on its side.',
      labelNames: ['provider'],
      registers,
    }),
  };
}
