import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { referenceAnswer } from '../../../shapes/dashboard-answers.ts';
import { parseReference } from '../../../shapes/reference.ts';
import { describeFlow } from '../../applications/describe-flow.ts';
import { answerJson } from '../../http/answers.ts';
import type { Arrival } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';

/** The maximum number of flows in the answer. A session has one flow for each attempt of its user. */
const maxFlows = 50;

export const flowsQuery = v.object({
  /** A reference as people give it, in any case, with or without the dash; or a complete session ID. */
  reference: v.pipe(v.string(), v.maxLength(200)),
});

type FlowsRequest = Arrival & { readonly query: v.InferOutput<typeof flowsQuery> };

/**
 * `GET …/flows`: finds flows of all applications by their reference, newest first. The browser chooses the reference,
 * so flows of other people may have the same reference.
 */
export function findFlows({
  clock,
  providers,
  store,
}: Pick<Parts, 'clock' | 'providers' | 'store'>) {
  return async ({ context, query }: FlowsRequest) => {
    const reference = parseReference(query.reference);
    if (reference === undefined) {
      const description = 'A reference has eight letters and digits, such as K7QF-3M9T.';
      throw new Refusal([400, 'invalid_request'], description);
    }
    const flows = await store.flowEntries.listByReference(reference, maxFlows, clock.now());
    return answerJson<Answer<typeof referenceAnswer>>(context, {
      reference,
      flows: flows.map(({ clientId, application, environment, ...flow }) => ({
        ...describeFlow(flow, { environment, providers }),
        client_id: clientId,
        application,
      })),
    });
  };
}
