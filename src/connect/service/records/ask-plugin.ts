import type { GrantContext, ProviderPlugin } from 'tax-connect/providers';
import type { TokenOwner } from '../connections/accounts.ts';
import type { Parts } from '../http/parts.ts';
import { type Supervision, supervise } from '../providers/supervise.ts';
import { type CheckedOutcome, checkReadOutcome, type OutcomeSchema } from './record-outcomes.ts';

/** The parts that calls of plug-ins need. */
export type AskParts = Pick<Parts, 'config' | 'log'>;

/** A call with a grant. */
interface GrantCall<Value>
  extends Pick<Supervision, 'leaving' | 'method' | 'onLateValue' | 'timeoutMs'> {
  readonly owner: TokenOwner;
  readonly plugin: ProviderPlugin;
  readonly grant: unknown;
  readonly schema: OutcomeSchema<Value>;
}

/** The result of a call. */
export type AskedOutcome<Value> = CheckedOutcome<Value> | { readonly status: 'timed_out' };

/**
 * Protects the service against every fault of a plug-in. The log names the plug-in and the reason.
 *
 * @param work - the call
 * @returns the validated outcome; `failed` when the plug-in has thrown or returned another shape
 */
export async function askWithGrant<Value>(
  { config, log }: AskParts,
  { owner, plugin, grant, schema, ...supervision }: GrantCall<Value>,
  work: (context: GrantContext) => Promise<unknown>,
): Promise<AskedOutcome<Value>> {
  const { subject, publicClientId: clientId, environment, providerId } = owner;
  const watch = { ...supervision, log, isLocal: config.opensProvidersToTests ?? false };
  const answer = await supervise(plugin, watch, (given) =>
    work({ ...given, grant, subject, clientId, environment }),
  );
  if (!answer.ok) return { status: answer.isLate ? 'timed_out' : 'failed' };
  const checked = checkReadOutcome(schema, answer.value);
  if ('outcome' in checked) return checked.outcome;
  log.error({ provider_id: providerId, ...checked }, 'provider failed');
  return { status: 'failed' };
}
