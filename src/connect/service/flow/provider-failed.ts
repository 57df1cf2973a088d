import { tryOpen } from '../basics/grant-seal.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import type { Flow } from './flows-table.ts';

/** @returns the refusal for a failed call of the provider */
export function createProviderFailed(): Refusal {
  return new Refusal([502, 'provider_unavailable'], 'The provider answered with an error.', {
    retryable: true,
  });
}

/** A plug-in's sealed state, and the context that it was sealed with. */
interface SealedState {
  readonly sealed: string;
  readonly context: string;
}

/**
 * @param flow - the flow of a plug-in's state
 * @returns the state
 * @throws Refusal `provider_unavailable` when it was sealed for another flow, or its key was removed
 */
export function openState(
  { providers, log }: Pick<Parts, 'log' | 'providers'>,
  { provider_id }: Flow,
  { sealed, context }: SealedState,
): unknown {
  const opened = tryOpen(providers.seal, sealed, context);
  if (opened) return opened.value;
  const detail = 'the stored state was changed, or sealed with a key that GRANT_KEY lacks';
  log.error({ provider_id, detail }, 'provider failed');
  throw createProviderFailed();
}
