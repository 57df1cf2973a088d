import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import type { Answer, emptyAnswer } from '../../../shapes/common-answers.ts';
import type { askedAnswer, handoffAnswer, joinedAnswer } from '../../../shapes/flow-answers.ts';
import { languageTag, randomToken, sessionReference } from '../../../shapes/handoff-fields.ts';
import { themes } from '../../../shapes/unions.ts';
import { findApplication } from '../../applications/flow-application.ts';
import { areSameHashes, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import { isBehindIgnoredProxy } from '../../http/client-address.ts';
import type { Arrival } from '../../http/endpoint.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import type { FlowRequest } from '../checks.ts';
import { isListening, patienceMs } from '../describe-events.ts';
import { describeStarted } from '../describe-started.ts';
import { createInvalidStep, findOwnFlow, flowTokenSchema } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { hashNetwork } from '../limit-attempts.ts';
import { moveAuthorization } from '../sealed-state.ts';
import { assertSelectable, findSession } from '../session.ts';

/** The popup's page must join within this time after the handoff was registered, in milliseconds. */
const handoffTtlMs = 60_000;

export const handoffBody = v.object({
  flow_token: flowTokenSchema,
  handoff: randomToken,
  provider_id: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  locale: v.nullish(languageTag, null),
  theme: v.nullish(v.picklist(themes), null),
  reference: v.nullish(sessionReference, null),
});

/**
 * `POST /connect/flow/handoff`: the frame's document registers a handoff, the secret with which a popup's page will
 * find this flow. The flow returns to the selection, and any other popup loses the flow.
 */
export async function registerHandoff(request: FlowRequest<typeof handoffBody>) {
  const { parts, context, body, flow } = request;
  const { clock, store } = parts;
  // Only a flow with an embedding host can continue in a popup.
  if (flow.host_origin === null) throw createInvalidStep();
  const handoff_hash = hashSecret(body.handoff);
  // Each popup has a new handoff. A known handoff cannot be used again.
  if (await store.handoffs.find(handoff_hash)) throw createInvalidStep();
  const isRegistered = await store.handoffs.register(flow, {
    handoff_hash,
    handoff_expires_at: clock.now() + handoffTtlMs,
    handoff_provider_id: body.provider_id,
    handoff_locale: body.locale,
    handoff_theme: body.theme,
    handoff_session_id: body.reference,
    handoff_network: hashNetwork(context, parts.config),
  });
  if (!isRegistered) {
    await findOwnFlow(parts, body.flow_token);
    throw createInvalidStep();
  }
  return answerJson<Answer<typeof handoffAnswer>>(context, { handoff: 'waiting' });
}

/** The time that a popup's user has to answer whether they have opened the popup, in milliseconds. */
const answerTtlMs = 5 * 60_000;

export const claimBody = v.object({ flow_token: flowTokenSchema, handoff: randomToken });

/** A request of a popup's page. `flow` is the popup's own flow. */
type Claim = Arrival & { readonly body: v.InferOutput<typeof claimBody>; readonly flow: Flow };

/**
 * `POST /connect/flow/ask`: a popup's page is about to ask its user whether they opened it. After this, no other popup
 * can join with this handoff.
 *
 * The user must also type a number that the modal shows, if the popup's network differs from the frame's, or if the
 * browser does not name the host. The number is created now, so that a planted link cannot contain it.
 *
 * @throws Refusal `invalid_step` when another popup was faster, or the handoff has expired
 */
export async function askInWindow(request: Claim) {
  const { parts, context, flow: popup } = request;
  const { clock, store } = parts;
  const flow = await findClaimedFlow(request);
  const network = hashNetwork(context, parts.config);
  // Behind a proxy that is not trusted, all clients appear to have the same network, so the number is needed.
  const isNear =
    popup.referrer_origin !== null &&
    !isBehindIgnoredProxy(context, parts.config.trustedProxies) &&
    areSameHashes(network, flow.handoff_network ?? '');
  const number = isNear ? null : String(randomInt(10_000)).padStart(4, '0');
  const now = clock.now();
  const question = { now, expiresAt: now + answerTtlMs, number };
  if (!(await store.handoffs.ask(flow, popup, question)) && !isAsking(popup, flow)) {
    throw createInvalidStep();
  }
  return answerJson<Answer<typeof askedAnswer>>(context, {
    origin: flow.host_origin ?? '',
    needs_number: isAsking(popup, flow) ? flow.handoff_number !== null : number !== null,
    locale: flow.handoff_locale,
    theme: flow.handoff_theme,
    reference: flow.handoff_session_id,
  });
}

/** True when this popup has already reserved the flow. The request then repeats one whose answer was lost. */
function isAsking(popup: Flow, flow: Flow): boolean {
  return flow.handoff_state === 'asked' && flow.joined_hash === popup.token_hash;
}

/** `POST /connect/flow/refuse`: the user of a popup says that they did not open it. The handoff becomes invalid. */
export async function refuseInWindow(request: Claim) {
  const { parts, context } = request;
  const flow = await findClaimedFlow(request);
  await refuseWindow({ parts, context, flow, detail: 'not opened by its user' });
  return answerJson<Answer<typeof emptyAnswer>>(context, {});
}

/** The count of numbers that the user may type before the handoff becomes invalid. */
const maxTries = 3;

/** `number`: the number that the user typed, or null. */
export const joinBody = v.object({
  ...claimBody.entries,
  number: v.nullish(v.pipe(v.string(), v.maxLength(50)), null),
});

/**
 * `POST /connect/flow/join`: a popup's page continues the flow of a frame of the same host. An attacker could plant the
 * address of their own popup on a page of the host. Its visitors would then log in and consent in the attacker's flow
 * (RFC 9700, section 4.7). So the popup's page must have asked its user whether they opened it.
 *
 * A popup that returns from a provider's site does not ask, because the host's handshake has bound its own flow. Its
 * login continues in the frame's flow.
 */
export async function joinFlow(request: FlowRequest<typeof joinBody>) {
  const { parts, context, flow: popup } = request;
  const { clock, store } = parts;
  const flow = await findClaimedFlow(request);
  const { provider_id } = popup;
  const visit = isBack(popup)
    ? { provider_id, sealed_challenge: moveAuthorization(parts, popup, flow) }
    : undefined;
  if (visit) assertSelectable(await findSession(parts, flow), provider_id ?? '');
  else await assertAnswered(request, flow);
  if (!(await store.handoffs.join(flow, popup, { now: clock.now(), visit }))) {
    throw createInvalidStep();
  }
  const application = await findApplication(parts, flow);
  return answerJson<Answer<typeof joinedAnswer>>(context, {
    ...(await describeStarted(parts, application, { flow, locale: flow.handoff_locale ?? 'en' })),
    provider_id: flow.handoff_provider_id,
    locale: flow.handoff_locale,
    theme: flow.handoff_theme,
    reference: flow.handoff_session_id,
  });
}

/** Checks that the popup has asked its user, and that the user has typed the modal's number if one was needed. */
async function assertAnswered(
  { parts, context, body, flow: popup }: FlowRequest<typeof joinBody>,
  flow: Flow,
): Promise<void> {
  if (flow.handoff_state !== 'asked' || flow.joined_hash !== popup.token_hash) {
    throw createInvalidStep();
  }
  if (flow.handoff_number === null) return;
  const { handoffs } = parts.store;
  const counted = await handoffs.countTry(flow, popup, maxTries);
  const right = counted?.right;
  if (right && areSameHashes(hashSecret(right), hashSecret(body.number ?? ''))) return;
  if (!counted || counted.tries >= maxTries)
    throw await refuseWindow({ parts, context, flow, detail: 'wrong numbers' });
  const description = 'The modal shows another number.';
  const triesLeft = maxTries - counted.tries;
  throw new Refusal([403, 'wrong_number'], description, { triesLeft });
}

/**
 * Finds the frame's flow that a popup's page claims to belong to. The popup must have been opened from exactly the
 * origin to which the flow is bound. Its browser named that origin in `Referer` when it requested the document. A
 * missing `Referer`, which an extension or a proxy may remove, proves nothing. The user then types a number, see
 * `askInWindow`.
 *
 * A popup that returns from a provider's site already has a flow, bound by the host's handshake. Both flows must be
 * bound to the same origin and OAuth state.
 *
 * @throws Refusal `invalid_step`, retryable while the frame has not registered the handoff yet; `origin_not_allowed`
 *   for a popup of another origin or application, which also invalidates the handoff
 */
async function findClaimedFlow({ parts, context, body, flow: popup }: Claim): Promise<Flow> {
  const flow = await parts.store.handoffs.find(hashSecret(body.handoff));
  if (!flow || !isReady(flow, parts.clock.now())) {
    const description = 'No frame waits for this window yet.';
    throw new Refusal([409, 'invalid_step'], description, { retryable: true });
  }
  if (!isFromSameHost(popup, flow) || (isBack(popup) && !isBoundAlike(popup, flow))) {
    throw await refuseWindow({ parts, context, flow, detail: 'another origin' });
  }
  return flow;
}

/** True when the popup returns from a provider's site with its own flow, which is already bound to the host. */
function isBack(popup: Flow): boolean {
  return popup.step === 'login';
}

/** Invalidates the handoff, and returns the refusal to throw. `detail` is the reason for the log. */
async function refuseWindow(
  request: Omit<Claim, 'body'> & { readonly detail: string },
): Promise<Refusal> {
  const { parts, context, flow, detail } = request;
  await parts.store.handoffs.refuse(flow);
  const { publicClientId: client_id } = await findApplication(parts, flow);
  logFor(context).warn({ client_id, detail }, 'handoff refused');
  const description = 'The window does not belong to the page that shows the flow.';
  return new Refusal([403, 'origin_not_allowed'], description);
}

/** True when a popup can claim the flow. While it waits for a popup, the page in the frame must be listening for it. */
function isReady(flow: Flow, now: number): boolean {
  const isOpen = flow.handoff_state === 'waiting' || flow.handoff_state === 'asked';
  return !isOpen || isListening(flow, patienceMs.join, now);
}

function isFromSameHost(popup: Flow, flow: Flow): boolean {
  return (
    popup.kind === 'embedded' &&
    popup.client_id === flow.client_id &&
    (popup.referrer_origin === null || popup.referrer_origin === flow.host_origin)
  );
}

/** True when both flows have the same host and state. A flow that waits for a popup cannot join, not even itself. */
function isBoundAlike(popup: Flow, flow: Flow): boolean {
  return (
    popup.handoff_state === null &&
    popup.host_origin === flow.host_origin &&
    popup.state === flow.state
  );
}
