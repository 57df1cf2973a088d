/**
 * Series with which an alert fires, and similar ones with which it does not: `0+2x5` is 0, 2, … 10.
 *
 * @see https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/#series
 */
interface AlertCase {
  /** When it has to fire, in minutes. */
  readonly minutes: number;
  /** The minutes from one value to the next; by default 1. Each value costs an evaluation of all rules. */
  readonly every?: number;
  readonly firing: readonly string[];
  readonly silent: readonly string[];
}

const at = 'job="tax-connect",instance="a"';
const count = 'connect_request_duration_seconds_count';
const exchange = `connect_request_duration_seconds_bucket{${at},route="/auth/token"`;
/** Of 100 a minute, so many take at most a second. */
const exchanges = (fast: number) => [
  `${exchange},le="1"} 0+${fast}x20`,
  ...['2.5', '+Inf'].map((le) => `${exchange},le="${le}"} 0+100x20`),
];
const waiting = `connect_database_waiting{${at}} 3+0x8`;
const call = (le: string) =>
  `connect_provider_seconds_bucket{${at},provider="tally",call="read",le="${le}"}`;

export const alertCases: Readonly<Record<string, AlertCase>> = {
  ConnectDown: {
    minutes: 4,
    firing: [`up{${at}} 1 0+0x5`],
    silent: [`up{${at}} 0 0 1 0 0`, 'up{job="other"} 0+0x5'],
  },
  ConnectNotReady: {
    minutes: 4,
    firing: [`connect_ready{${at}} 1 0+0x5`],
    silent: [`connect_ready{${at}} 1 0 0 1 0`],
  },
  ConnectErrors: {
    minutes: 15,
    firing: [`${count}{${at},status="200"} 0+98x15`, `${count}{${at},status="503"} 0+2x15`],
    silent: [`${count}{${at},status="200"} 0+98x15`, `${count}{${at},status="502"} 0+2x15`],
  },
  ConnectSlowExchanges: {
    minutes: 20,
    firing: exchanges(98),
    silent: exchanges(100),
  },
  ConnectDatabaseWaits: {
    minutes: 8,
    firing: [waiting, `connect_database_wait_seconds_total{${at}} 0+180x8`],
    silent: [waiting, `connect_database_wait_seconds_total{${at}} 0+2x8`],
  },
  ConnectBusyProcess: {
    minutes: 12,
    firing: [`nodejs_eventloop_lag_p99_seconds{${at}} 0.5+0x12`],
    silent: [`nodejs_eventloop_lag_p99_seconds{${at}} 0.5 0.02+0x3 0.5+0x7`],
  },
  ConnectReplayedCodes: {
    minutes: 10,
    firing: [`connect_exchanges_total{${at},result="replayed_code"} 0+0x5 1+0x5`],
    silent: [`connect_exchanges_total{${at},result="replayed_code"} 7+0x10`],
  },
  ConnectWrongSecrets: {
    minutes: 20,
    firing: [`connect_exchanges_total{${at},result="invalid_client"} 0+60x20`],
    silent: [`connect_exchanges_total{${at},result="invalid_client"} 0+2x20`],
  },
  ConnectProviderFailing: {
    minutes: 5,
    firing: [`connect_provider_failing{${at},provider="tally"} 0 0 1 1 1 1`],
    silent: [`connect_provider_failing{${at},provider="tally"} 0 1 1 1 1 0`],
  },
  ConnectProviderSlow: {
    minutes: 25,
    firing: [`${call('10')} 0+9x25`, `${call('20')} 0+10x25`, `${call('+Inf')} 0+10x25`],
    silent: [`${call('10')} 0+10x25`, `${call('20')} 0+10x25`, `${call('+Inf')} 0+10x25`],
  },
  ConnectRevocationsStuck: {
    minutes: 400,
    every: 10,
    firing: [`connect_revocations_pending{${at}} 2+0x40`],
    silent: [`connect_revocations_pending{${at}} 2+0x20 0 2+0x18`],
  },
  ConnectDeliveriesLate: {
    minutes: 10,
    firing: [`connect_webhook_late_delivery_seconds{${at}} 0+60x10`],
    silent: [`connect_webhook_late_delivery_seconds{${at}} 50+0x10`],
  },
  ConnectWebhookFailing: {
    minutes: 2,
    firing: [`connect_webhook_oldest_delivery_seconds{${at}} 86300+60x3`],
    silent: [`connect_webhook_oldest_delivery_seconds{${at}} 80000+60x3`],
  },
  ConnectEventsLost: {
    minutes: 10,
    firing: [`connect_webhook_deliveries_total{${at},result="failed"} 0+0x5 1+0x5`],
    silent: [
      `connect_webhook_deliveries_total{${at},result="failed"} 3+0x10`,
      `connect_webhook_deliveries_total{${at},result="postponed"} 0+1x10`,
    ],
  },
  ConnectSweepStopped: {
    minutes: 40,
    firing: [`connect_last_sweep_timestamp_seconds{${at}} 0+0x40`],
    silent: [`connect_last_sweep_timestamp_seconds{${at}} 0+60x40`],
  },
  ConnectKeyMissing: {
    minutes: 2,
    firing: [`connect_sealed_values{${at},key="missing"} 0 4 4`],
    silent: [`connect_sealed_values{${at},key="first"} 0 4 4`],
  },
  ConnectOldKey: {
    minutes: 1500,
    every: 60,
    firing: [`connect_sealed_values{${at},key="second"} 9+0x25`],
    silent: [`connect_sealed_values{${at},key="second"} 9+0x10 0+0x14`],
  },
};
