import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { resumedAnswer } from '../../../shapes/flow-answers.ts';
import { areSameHashes, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import type { FlowRequest } from '../checks.ts';
import { describeSelected } from '../describe-selected.ts';
import { describeStarted } from '../describe-started.ts';
import { findOwnFlow, flowTokenSchema } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { requireOfferedProvider } from '../offered-providers.ts';
import { localeSchema } from '../provider-outcome.ts';
import { findParty } from '../visit.ts';

/** The host of the document that continues the flow; null when the flow needs no host. */
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
 * previous one. The host that welcomes the new document must be the one that the flow is bound to, because the
 * popup's opener may show another page by now.
 *
 * @throws Refusal `origin_not_allowed`, `session_expired`, `invalid_step`; `provider_unavailable` when the
 *   application no longer offers the provider
 */
export function resumeFlow(parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'store'>) {
  return async ({ context, body, flow }: FlowRequest<typeof resumeBody>) => {
    const own = await findOwnFlow(parts, body.flow_token);
    // A popup that has joined is bound by its frame's flow, and a redirect flow by its redirect URI.
    const needsHost = own.kind === 'embedded' && own.step !== 'joined';
    if (needsHost && !isBoundTo(own, body.binding)) {
      const description =
        'This window was opened by another page than the one that the flow belongs to.';
      throw new Refusal([403, 'origin_not_allowed'], description, { retryable: false });
    }
    const application = await findParty(parts, flow);
    // An unavailable provider is refused later, with the provider's answer, at a step that leads back to the list.
    const provider = requireOfferedProvider(parts, application, flow.provider_id ?? '');
    return answerJson<Answer<typeof resumedAnswer>>(context, {
      ...(await describeStarted(parts, application, { flow, locale: body.locale })),
      provider: describeSelected(parts, application, provider),
    });
  };
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
