import * as v from 'valibot';
import type { Answer } from '../../shapes/common-answers.ts';
import type { endedAccessAnswer } from '../../shapes/flow-answers.ts';
import type { FlowRequest } from '../flow/checks.ts';
import { flowTokenSchema } from '../flow/flow-token.ts';
import { describeAccesses, readPerson } from '../flow/visit.ts';
import { answerJson } from '../http/answers.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';

/** The access to end. */
export const endAccessBody = v.object({
  flow_token: flowTokenSchema,
  account_id: v.pipe(v.string(), v.maxLength(200)),
});

/**
 * `POST /connect/flow/end-access`: the person ends the access of one application. Its tokens end, and its grant is
 * revoked at the provider. A repeated request gets the same answer.
 *
 * @throws Refusal `not_found` for an unknown account, or one of another person
 */
export function endAccess(parts: Pick<Parts, 'clock' | 'providers' | 'store'>) {
  const { clock, store } = parts;
  return async ({ context, body, flow }: FlowRequest<typeof endAccessBody>) => {
    const person = readPerson(parts, flow);
    const accountId = body.account_id;
    const found = await store.accounts.findAccess(person, accountId);
    if (!found) throw createNoAccess();
    const { clientId, application } = found;
    await store.accounts.disconnect({ clientId, accountId, by: 'person' }, clock.now());
    logFor(context).info({ account_id: accountId }, 'access ended by its person');
    const accesses = await describeAccesses(parts, person);
    return answerJson<Answer<typeof endedAccessAnswer>>(context, { ended: application, accesses });
  };
}

function createNoAccess(): Refusal {
  const description = 'This account gives no application access to that.';
  return new Refusal([404, 'not_found'], description, { retryable: false });
}
