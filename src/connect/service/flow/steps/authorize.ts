import type { RedirectProvider } from 'tax-connect/providers';
import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { authorizedAnswer } from '../../../shapes/flow-answers.ts';
import { isLoopbackHostname } from '../../addresses/hostname.ts';
import { countSubmission } from '../../applications/flow-application.ts';
import type { Application } from '../../applications/registered-application.ts';
import { createSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { logFor } from '../../http/request-id.ts';
import { copyStorable } from '../../providers/plugin-values.ts';
import { isRedirectProvider } from '../../providers/registry.ts';
import { runPlugin } from '../../providers/run-plugin.ts';

import { sealAuthorization } from '../authorization.ts';
import type { FlowRequest } from '../checks.ts';
import { readRetryReason } from '../connect-again.ts';
import { createInvalidStep, flowTokenSchema, moveOn } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { findAvailableProvider } from '../offered-providers.ts';
import { createProviderFailed } from '../provider-failed.ts';
import { createCall, localeSchema } from '../provider-outcome.ts';
import { findParty } from '../visit.ts';

/** The body of `authorize`. */
export const authorizeBody = v.object({ flow_token: flowTokenSchema, locale: localeSchema });

/** The path to which every provider sends the browser back. */
export const returnPath = '/connect/return';

/**
 * `POST /connect/flow/authorize`: the user leaves for the provider's own site. A later request replaces an earlier
 * one, whose return is then refused.
 *
 * @throws Refusal `provider_unavailable`, `submission_limit_reached`, `invalid_step`
 */
export function authorizeAtProvider(
  parts: Pick<Parts, 'config' | 'grantWriter' | 'health' | 'providers' | 'store'>,
) {
  return async ({ context, body, flow }: FlowRequest<typeof authorizeBody>) => {
    const application = await findParty(parts, flow);
    const plugin = findRedirectProvider(parts, application, flow);
    await countSubmission(parts, application);
    const reason = readRetryReason(flow);
    const call = { ...createCall(parts, application, { context, locale: body.locale }), reason };
    const state = createSecret();
    const request = { redirectUri: parts.config.publicUrl + returnPath, state };
    const start = performance.now();
    const answer = await runPlugin(plugin, { ...call, method: 'authorize' }, (told) =>
      plugin.authorize(request, told),
    );
    const target = answer.ok ? parseTarget(answer.value) : undefined;
    if (!target) {
      call.onOutcome?.(plugin.info.id, 'failed', (performance.now() - start) / 1000);
      // The error's message is not logged, because it may contain the plug-in's state.
      const detail = 'authorize returned no https address with a state';
      if (answer.ok) call.log.error({ provider_id: plugin.info.id, detail }, 'provider failed');
      throw createProviderFailed();
    }
    const sealed = sealAuthorization(parts, flow, { state, pluginState: target.state });
    // The person may leave for the provider again before they come back.
    const kept = reason ? pickProblem(flow) : {};
    await moveOn(parts, flow, { step: 'login', sealed_challenge: sealed, attempt: null, ...kept });
    logFor(context).info({ provider_id: plugin.info.id }, 'user sent to provider');
    return answerJson<Answer<typeof authorizedAnswer>>(context, { url: target.url });
  };
}

/**
 * @param flow - a flow at the login of a provider
 * @returns the provider, whose users sign in on its own site
 * @throws Refusal `provider_unavailable`; `invalid_step` for a provider of another kind
 */
export function findRedirectProvider(
  parts: Pick<Parts, 'providers'>,
  application: Application,
  { provider_id }: Flow,
): RedirectProvider {
  const { id } = findAvailableProvider(parts, application, provider_id ?? '');
  const plugin = parts.providers.findPlugin(application.environment, id);
  if (plugin && isRedirectProvider(plugin)) return plugin;
  throw createInvalidStep();
}

const pickProblem = ({ problem, problem_at, problem_provider_id }: Flow) => ({
  problem,
  problem_at,
  problem_provider_id,
});

/** A plug-in may be plain JavaScript, so its reply is validated. */
function parseTarget(
  answer: unknown,
): { readonly url: string; readonly state: unknown } | undefined {
  const { address, state } = readTarget(answer) ?? {};
  const kept = copyStorable(state);
  if (address === undefined || !URL.canParse(address) || !kept) return undefined;
  const url = new URL(address);
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHostname(url.hostname));
  return isSafe ? { url: url.href, state: kept.copy } : undefined;
}

/** Reading an object may throw, because it may have getters. */
function readTarget(
  answer: unknown,
): { readonly address: string; readonly state: unknown } | undefined {
  try {
    if (typeof answer !== 'object' || answer === null || !('url' in answer)) return undefined;
    return { address: String(answer.url), state: 'state' in answer ? answer.state : null };
  } catch {
    return undefined;
  }
}
