import * as v from 'valibot';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { askPlugin } from '../../providers/run-plugin.ts';
import { openAuthorization } from '../authorization.ts';
import type { FlowRequest } from '../checks.ts';
import { createInvalidStep, findLiveFlow, flowTokenSchema, moveOn } from '../flow-token.ts';
import {
  applyOutcome,
  createCall,
  type LoginAnswer,
  localeSchema,
  nameAttempt,
  repeatAnswer,
} from '../provider-outcome.ts';
import { findParty } from '../visit.ts';
import { findRedirectProvider, returnPath } from './authorize.ts';

/** The parameters that a provider added to the return address. */
export const returnBody = v.object({
  flow_token: flowTokenSchema,
  locale: localeSchema,
  query: v.pipe(v.string(), v.maxLength(16_384)),
});

/**
 * `POST /connect/flow/return`: the user is back from the provider's own site. The flow token binds the return to
 * the browser that started the flow: it never leaves its window, and no address contains it. OAuth's state is
 * consumed before the provider is asked, so that at most one of two returns succeeds.
 *
 * @throws Refusal `not_approved` when the user or the provider refused; `provider_unavailable`; `invalid_step` when
 *   the flow does not expect this return
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-2.1 and section 4.7
 */
export function returnFromProvider(
  parts: Pick<Parts, 'clock' | 'config' | 'grantWriter' | 'health' | 'log' | 'providers' | 'store'>,
) {
  return async ({ context, body, flow }: FlowRequest<typeof returnBody>) => {
    const application = await findParty(parts, flow);
    const plugin = findRedirectProvider(parts, application, flow);
    const attempt = nameAttempt(body.flow_token, ['return', body.query]);
    if (flow.step !== 'login') {
      return answerJson<LoginAnswer>(context, await repeatAnswer(parts, flow, attempt));
    }
    const url = new URL(`${parts.config.publicUrl}${returnPath}?${body.query}`);
    const states = url.searchParams.getAll('state');
    const state = states.length === 1 ? (states[0] ?? null) : null;
    const authorization = openAuthorization(parts, flow, state);
    if (!authorization) throw createInvalidStep();
    await moveOn(parts, flow, { step: 'login', sealed_challenge: null });
    const taken = await findLiveFlow(parts, body.flow_token);
    const call = createCall(parts, application, { context, locale: body.locale });
    const outcome = await askPlugin(plugin, { ...call, method: 'complete' }, (told) =>
      plugin.complete({ url, state: authorization.pluginState }, told),
    );
    const step = {
      context,
      flow: taken,
      username: '',
      attempt,
      call,
      refusal: createNotApproved(),
    };
    return answerJson<LoginAnswer>(context, await applyOutcome(parts, step, outcome));
  };
}

function createNotApproved(): Refusal {
  return new Refusal([401, 'not_approved'], 'The provider did not approve the sign-in.', {
    retryable: true,
  });
}
