import { createSecret, hashSecret } from './secrets.ts';
import type { Services } from './services.ts';
import type { Application, Flow } from './store/store.ts';

/** What a code stands for and is bound to. */
export type CodeBinding = Pick<
  Flow,
  'kind' | 'redirect_uri' | 'host_origin' | 'nonce' | 'state'
> & { readonly provider_id: string; readonly username: string };

/**
 * @param services - configuration and clock
 * @param application - to whom the code is issued
 * @param binding - what it is bound to
 * @returns the code, which exists in clear only here, and the row to be stored
 */
export function createCode(
  { config, clock }: Services,
  { clientId, environment }: Application,
  binding: CodeBinding,
) {
  const code = createSecret();
  const row = {
    kind: binding.kind,
    redirect_uri: binding.redirect_uri,
    host_origin: binding.host_origin,
    nonce: binding.nonce,
    state: binding.state,
    provider_id: binding.provider_id,
    username: binding.username,
    code_hash: hashSecret(code),
    client_id: clientId,
    environment,
    expires_at: clock.now() + config.codeTtlMs,
  };
  return { code, row };
}
