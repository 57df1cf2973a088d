import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { selectedAnswer } from '../../../shapes/flow-answers.ts';
import { createLimitReached, readPageSubmissions } from '../../applications/flow-application.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import type { SessionTerms } from '../../sessions/connect-sessions.ts';
import type { FlowRequest } from '../checks.ts';
import { findOwner } from '../connect-again.ts';
import { describeSelected } from '../describe-selected.ts';
import { assertStep, createInvalidStep, flowTokenSchema, moveOnce } from '../flow-token.ts';
import { assertListed, findAvailableProvider } from '../offered-providers.ts';
import { assertSelectable } from '../session.ts';
import { findParty } from '../visit.ts';

/** The provider that the user has picked. */
export const providerBody = v.object({
  flow_token: flowTokenSchema,
  provider_id: v.pipe(v.string(), v.maxLength(200)),
});

interface ProviderRequest extends FlowRequest<typeof providerBody> {
  readonly session: SessionTerms | null;
}

/**
 * `POST /connect/flow/provider`: moves from the selection to the login. When a test application has used up its
 * submissions, the user learns it here, before typing a password. A repeated request gets the same answer.
 *
 * @throws Refusal `provider_unavailable`, `submission_limit_reached`, `invalid_step`
 */
export function selectProvider(parts: Pick<Parts, 'config' | 'providers' | 'store'>) {
  return async ({ context, body, flow, session }: ProviderRequest) => {
    const application = await findParty(parts, { ...flow, provider_id: body.provider_id });
    const provider = findAvailableProvider(parts, application, body.provider_id);
    assertSelectable(session, provider.id);
    const owner = await findOwner(parts, flow);
    if (owner && owner.providerId !== provider.id) throw createInvalidStep();
    // People can still end the access that they have given at a hidden provider.
    if (!owner && flow.kind !== 'manage') assertListed(application, provider.id);
    const submissions = readPageSubmissions(parts, application);
    if (submissions && submissions.used >= submissions.limit) throw createLimitReached();
    await moveOnce(parts, flow, {
      isDone: ({ step, provider_id }) => step === 'login' && provider_id === provider.id,
      async move() {
        assertStep(flow, ['select']);
        return await parts.store.flows.move(flow, { step: 'login', provider_id: provider.id });
      },
    });
    return answerJson<Answer<typeof selectedAnswer>>(context, {
      step: 'login',
      provider: describeSelected(parts, application, provider),
    });
  };
}
