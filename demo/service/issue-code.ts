import { createInvalidStep } from './checks/flow-token.ts';
import { assertRegisteredHost } from './checks/registered-host.ts';
import { findApplication } from './flow-application.ts';
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

/**
 * Ends a flow with a code, for a host that is still registered: a minute may have passed since the
 * user allowed access in a window.
 *
 * @param services - what the route is built from
 * @param flow - as just read, with the user's consent
 * @returns the code
 * @throws Refusal `invalid_step` when somebody else was faster, `unknown_client`,
 *   `origin_not_allowed`; `invalid_request` for a redirect URI that is not registered any more
 */
export async function issueCode(services: Services, flow: Flow): Promise<string> {
  const { store, log } = services;
  const application = await findApplication(services, flow);
  await assertRegisteredHost(services, flow);
  const account = { provider_id: flow.provider_id ?? '', username: flow.username ?? '' };
  const { code, row } = createCode(services, application, { ...flow, ...account });
  if (!(await store.codes.issueForFlow(flow, row))) {
    await findApplication(services, flow);
    throw createInvalidStep();
  }
  log.info({ client_id: flow.client_id, provider_id: flow.provider_id }, 'code issued');
  return code;
}
