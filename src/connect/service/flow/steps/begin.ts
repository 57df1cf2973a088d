import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { begunAnswer } from '../../../shapes/flow-answers.ts';
import { assertRegisteredHost } from '../../applications/registered-host.ts';
import { createSecret, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { Arrival } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';
import type { SessionTerms } from '../../sessions/connect-sessions.ts';

import { createUnknownClient } from '../connect-request.ts';
import { describeStarted } from '../describe-started.ts';
import { createReference, noteFlow } from '../flow-reference.ts';
import { createExpired } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { localeSchema } from '../provider-outcome.ts';
import { findOpenSession, refuseMissed } from '../session.ts';
import { startedTtlMs } from './start.ts';

/** The parts of a link. */
export const beginBody = v.object({
  client_id: v.pipe(v.string(), v.maxLength(1000)),
  session: v.pipe(v.string(), v.maxLength(200)),
  locale: localeSchema,
});

type BeginParts = Pick<Parts, 'clock' | 'config' | 'limiters' | 'providers' | 'store'>;
type BeginRequest = Arrival & { readonly body: v.InferOutput<typeof beginBody> };

/**
 * `POST /connect/flow/begin`: the person has pressed the button on the first screen of a link. A link may be opened
 * and begun several times, until one flow ends its session.
 *
 * @throws Refusal `session_expired` when the session is unknown, has ended, or belongs to another application;
 *   `unknown_client`; `invalid_request` for a redirect URI that is no longer registered; `rate_limited`
 */
export function beginLink(parts: BeginParts) {
  return async ({ context, body }: BeginRequest) => {
    const application = await parts.store.applications.findByPublicId(body.client_id);
    if (!application) throw createUnknownClient();
    const flowToken = createSecret();
    const session_hash = hashSecret(body.session);
    const named = { client_id: application.clientId, session_hash };
    const terms = await findOpenSession(parts, named);
    if (!terms) return await refuseMissed(parts, context);
    const flow = await createFlow(parts, { ...named, terms, flowToken });
    noteFlow(context, flow);
    return answerJson<Answer<typeof begunAnswer>>(context, {
      flow_token: flowToken,
      reference: flow.reference,
      ...(await describeStarted(parts, application, { flow, locale: body.locale })),
    });
  };
}

interface NewFlow {
  readonly client_id: string;
  readonly session_hash: string;
  readonly terms: SessionTerms;
  readonly flowToken: string;
}

async function createFlow(
  parts: BeginParts,
  { client_id, session_hash, terms, flowToken }: NewFlow,
): Promise<Flow> {
  const { clock, store } = parts;
  const host = { kind: 'link', redirect_uri: terms.redirectUri, host_origin: null } as const;
  await assertRegisteredHost(parts, { client_id, ...host });
  const token_hash = hashSecret(flowToken);
  const now = clock.now();
  await store.flows.create({
    ...host,
    token_hash,
    client_id,
    session_hash,
    account_id: terms.knownAccountId,
    state: terms.state,
    step: 'select',
    revision: 0,
    started_at: now,
    expires_at: Math.min(now + startedTtlMs, terms.expiresAt),
    reference: createReference(),
  });
  const flow = await store.flows.find(token_hash);
  // The flow was deleted with its application.
  if (!flow) throw createExpired();
  return flow;
}
