import type { Parts } from '../http/parts.ts';
import type { CheckedOutcome } from '../providers/run-plugin.ts';

interface Ending<Outcome> {
  readonly providerId: string;
  readonly outcome: Outcome;
  readonly seconds: number;
}

declare module '../http/parts.ts' {
  interface Parts {
    /** How the providers answer this process. */
    readonly health: ReturnType<typeof createProviderHealth>;
  }
}

/** The operator is told after this many failed sign-ins in a row. */
const manyFailures = 20;

/**
 * A provider that fails many sign-ins in a row is reported once, until it answers again. A wrong password counts as an
 * answer. Only the operator switches providers.
 */
export function createProviderHealth({
  log,
  metrics,
  providers,
}: Pick<Parts, 'log' | 'metrics' | 'providers'>) {
  const failures = new Map<string, number>();
  /** A metric's label may only have values of a fixed set. */
  const toLabel = (id: string) =>
    providers.find('live', id) || providers.find('test', id) ? id : 'other';

  function follow(provider_id: string, provider: string, hasFailed: boolean): void {
    // A series that begins with its first failure would show no change.
    if (!failures.has(provider)) metrics.providerFailing.set({ provider }, 0);
    const before = failures.get(provider) ?? 0;
    const count = hasFailed ? before + 1 : 0;
    failures.set(provider, count);
    if (count === manyFailures) {
      metrics.providerFailing.set({ provider }, 1);
      log.warn({ provider_id, failures: count }, 'provider keeps failing');
    } else if (!hasFailed && before >= manyFailures) {
      metrics.providerFailing.set({ provider }, 0);
      log.info({ provider_id, failures: before }, 'provider has recovered');
    }
  }

  return {
    noteSignIn({ providerId, outcome, seconds }: Ending<CheckedOutcome['status']>) {
      const provider = toLabel(providerId);
      metrics.providerSignIns.inc({ provider, outcome });
      metrics.providerSeconds.observe({ provider, call: 'sign_in' }, seconds);
      follow(providerId, provider, outcome === 'failed');
    },
    noteRead({ providerId, outcome, seconds }: Ending<string>) {
      const provider = toLabel(providerId);
      metrics.providerReads.inc({ provider, outcome });
      metrics.providerSeconds.observe({ provider, call: 'read' }, seconds);
    },
  };
}
