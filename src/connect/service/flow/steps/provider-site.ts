import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { authorizedAnswer, resumedAnswer } from '../../../shapes/flow-answers.ts';
import { isLoopbackHostname } from '../../addresses/host-origin.ts';
import { countSubmission } from '../../applications/flow-application.ts';
import { areSameHashes, createSecret, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { copyStorable } from '../../providers/plugin-values.ts';
import { isRedirectProvider } from '../../providers/registry.ts';
import { askPlugin, runPlugin } from '../../providers/run-plugin.ts';
import type { FlowRequest } from '../checks.ts';
import { describeStarted } from '../describe-started.ts';
import {
  createInvalidStep,
  findLiveFlow,
  findOwnFlow,
  flowTokenSchema,
  moveOn,
} from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { findPluginOfKind, requireOfferedProvider } from '../offered-providers.ts';
import {
  applyOutcome,
  createCall,
  type LoginAnswer,
  localeSchema,
  nameAttempt,
  repeatAnswer,
} from '../provider-outcome.ts';
import { createProviderFailed, openAuthorization, sealAuthorization } from '../sealed-state.ts';
import { readRetryReason } from '../session.ts';
import { findParty } from '../visit.ts';
import { describeSelected } from './select.ts';

export const authorizeBody = v.object({ flow_token: flowTokenSchema, locale: localeSchema });

/** Every provider sends the browser back to this path. */
const returnPath = '/connect/return';

/**
 * `POST /connect/flow/authorize`: the user leaves for the provider's own site. A second request replaces the first. If
 * the user then returns from the first visit, the return is refused.
 */
export async function authorizeAtProvider(request: FlowRequest<typeof authorizeBody>) {
  const { parts, context, body, flow } = request;
  const application = await findParty(parts, flow);
  const plugin = findPluginOfKind(parts, application, { ...flow, isKind: isRedirectProvider });
  await countSubmission(parts, application);
  const reason = readRetryReason(flow);
  const call = { ...createCall(parts, application, { context, locale: body.locale }), reason };
  const state = createSecret();
  const asked = { redirectUri: parts.config.publicUrl + returnPath, state };
  const start = performance.now();
  const answer = await runPlugin(plugin, { ...call, method: 'authorize' }, (told) =>
    plugin.authorize(asked, told),
  );
  const target = answer.ok ? parseTarget(answer.value) : undefined;
  if (!target) {
    call.onOutcome?.(plugin.info.id, 'failed', (performance.now() - start) / 1000);
    // The plug-in's reply is not logged, because it may contain the plug-in's state.
    const detail = 'authorize returned no https address with a state';
    if (answer.ok) call.log.error({ provider_id: plugin.info.id, detail }, 'provider failed');
    throw createProviderFailed();
  }
  const sealed = sealAuthorization(parts, flow, { state, pluginState: target.state });
  // A move to `login` would clear the problem. It is kept, because the user may leave for the provider a second time
  // before returning.
  const kept = reason ? pickProblem(flow) : {};
  await moveOn(parts, flow, { step: 'login', sealed_challenge: sealed, attempt: null, ...kept });
  logFor(context).info({ provider_id: plugin.info.id }, 'user sent to provider');
  return answerJson<Answer<typeof authorizedAnswer>>(context, { url: target.url });
}

const pickProblem = ({ problem, problem_at, problem_provider_id }: Flow) => ({
  problem,
  problem_at,
  problem_provider_id,
});

/** Validates the plug-in's reply, because a plug-in may be plain JavaScript. Undefined when the reply is invalid. */
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

/** Reads the reply with a `try`, because an object's getters may throw. */
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

/** `query`: the parameters that the provider added to the return address. */
export const returnBody = v.object({
  flow_token: flowTokenSchema,
  locale: localeSchema,
  query: v.pipe(v.string(), v.maxLength(16_384)),
});

/**
 * `POST /connect/flow/return`: the user is back from the provider's own site. The flow token binds the return to the
 * browser that started the flow: the token never leaves its window, and no address contains it. OAuth's state is
 * consumed before the provider is asked, so that at most one of two returns succeeds (RFC 9700, sections 2.1 and 4.7).
 */
export async function returnFromProvider(request: FlowRequest<typeof returnBody>) {
  const { parts, context, body, flow } = request;
  const application = await findParty(parts, flow);
  const plugin = findPluginOfKind(parts, application, { ...flow, isKind: isRedirectProvider });
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
  const description = 'The provider did not approve the sign-in.';
  const refusal = new Refusal([401, 'not_approved'], description, { retryable: true });
  const step = { context, flow: taken, username: '', attempt, call, refusal };
  return answerJson<LoginAnswer>(context, await applyOutcome(parts, step, outcome));
}

/** `binding`: the host of the document that continues the flow; null when the flow needs no host. */
export const resumeBody = v.object({
  flow_token: flowTokenSchema,
  locale: localeSchema,
  binding: v.nullable(
    v.object({
      origin: v.pipe(v.string(), v.maxLength(400)),
      nonce: v.pipe(v.string(), v.maxLength(100)),
    }),
  ),
});

/**
 * `POST /connect/flow/resume`: after a visit to the provider's own site, a new document continues the flow of the
 * previous one. The host to which the flow is bound must have answered the new document's handshake, because the
 * popup's opener may show another page by now.
 */
export async function resumeFlow({ parts, context, body, flow }: FlowRequest<typeof resumeBody>) {
  const own = await findOwnFlow(parts, body.flow_token);
  // Two documents need no host: a page of a redirect flow, which is bound to its redirect URI, and a popup that has
  // joined a frame's flow, because the frame's host was checked.
  const needsHost = own.kind === 'embedded' && own.step !== 'joined';
  if (needsHost && !isBoundTo(own, body.binding)) {
    const description =
      'This window was opened by another page than the one that the flow belongs to.';
    throw new Refusal([403, 'origin_not_allowed'], description);
  }
  const application = await findParty(parts, flow);
  // An unavailable provider is not refused here. A later request refuses it, at a step from which the page can return
  // to the list.
  const provider = requireOfferedProvider(parts, application, flow.provider_id ?? '');
  return answerJson<Answer<typeof resumedAnswer>>(context, {
    ...(await describeStarted(parts, application, { flow, locale: body.locale })),
    provider: describeSelected(parts, application, provider),
  });
}

function isBoundTo(
  { host_origin, nonce }: Flow,
  binding: v.InferOutput<typeof resumeBody>['binding'],
): boolean {
  if (binding === null || nonce === null) return false;
  return (
    binding.origin === host_origin && areSameHashes(hashSecret(binding.nonce), hashSecret(nonce))
  );
}
