import * as v from 'valibot';
import type { Answer } from '../../shapes/common-answers.ts';
import type { endedAccessAnswer } from '../../shapes/flow-answers.ts';
import { createSecret, hashSecret } from '../basics/secrets.ts';
import { createReference, type FlowRequest } from '../flow/checks.ts';
import { unstartedTtlMs } from '../flow/connect-page.ts';
import { flowTokenSchema } from '../flow/flow-token.ts';
import { describeAccesses, readPerson } from '../flow/visit.ts';
import { answerJson } from '../http/answers.ts';
import type { Arrival } from '../http/endpoint.ts';
import { answerPage } from '../http/page-document.ts';
import { Refusal } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';

/**
 * `GET /manage`: the Connect page for a visit, in which a person signs in to see and end the accesses of applications.
 * The page cannot be framed, and exchanges no messages with a host.
 */
export async function showManagePage({ parts, context }: Arrival) {
  const { clock, store } = parts;
  const flowToken = createSecret();
  const reference = createReference();
  await store.flows.create({
    token_hash: hashSecret(flowToken),
    client_id: null,
    kind: 'manage',
    step: 'new',
    revision: 0,
    expires_at: clock.now() + unstartedTtlMs,
    reference,
  });
  const application = { name: '', environment: 'live', logo: null } as const;
  const flow = { flow_token: flowToken, kind: 'manage', application, reference } as const;
  // A page that opens this page gets no reference to its window.
  const headers = { 'Cross-Origin-Opener-Policy': 'same-origin' };
  return answerPage(parts, context, { flow, headers });
}

export const endAccessBody = v.object({
  flow_token: flowTokenSchema,
  account_id: v.pipe(v.string(), v.maxLength(200)),
});

/**
 * `POST /connect/flow/end-access`: the person ends one application's access. The application's tokens for the account
 * end, and the grant is revoked at the provider. A repeated request gets the same answer. 404 for an unknown account,
 * or another person's account.
 */
export async function endAccess({ parts, context, body, flow }: FlowRequest<typeof endAccessBody>) {
  const { clock, store } = parts;
  const person = readPerson(parts, flow);
  const { account_id: accountId } = body;
  const access = await store.accounts.findAccess(person, accountId);
  if (!access) {
    throw new Refusal([404, 'not_found'], 'This account gives no application access to that.');
  }
  const { client_id: clientId, name: ended } = access;
  await store.accounts.disconnect({ clientId, accountId, by: 'person' }, clock.now());
  logFor(context).info({ account_id: accountId }, 'access ended by its person');
  const accesses = await describeAccesses(parts, person);
  return answerJson<Answer<typeof endedAccessAnswer>>(context, { ended, accesses });
}
