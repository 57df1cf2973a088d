import type { Parts } from '../http/parts.ts';
import type { CheckedOutcome } from '../providers/run-plugin.ts';

interface Ending<Outcome> {
  readonly providerId: string;
  readonly outcome: Outcome;
  readonly seconds: number;
}

/** After this number of failed sign-ins in a row, the operator is warned. */
const manyFailures = 20;

/**
 * Reports a provider once when it fails many sign-ins in a row, and again only after it has recovered. A wrong password
 * counts as an answer. The service never switches a provider off; only the operator does.
 */
export function createProviderHealth({
  log,
  metrics,
  providers,
}: Pick<Parts, 'log' | 'metrics' | 'providers'>) {
  const failures = new Map<string, number>();
  /** Returns `other` for an unknown provider, because a metric's label may only have values of a fixed set. */
  const toLabel = (id: string) =>
    providers.find('live', id) || providers.find('test', id) ? id : 'other';

  function follow(provider_id: string, provider: string, hasFailed: boolean): void {
    // The metric exists from the first sign-in on. If its first value were a failure, monitoring would see no change.
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
