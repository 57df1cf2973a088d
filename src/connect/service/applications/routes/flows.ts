import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { flowsAnswer } from '../../../shapes/dashboard-answers.ts';
import { flowOutcomes } from '../../../shapes/unions.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { pageFields, readPage } from '../../operators/paging.ts';
import type { ApplicationRequest } from '../checks.ts';
import { describeFlow, toFlowPosition } from '../describe-flow.ts';
import { ownIdFields } from '../own-ids.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(2000));
const time = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8_640_000_000_000_000));

export const flowSearch = v.object({
  outcomes: v.optional(v.pipe(v.array(v.picklist(flowOutcomes)), v.minLength(1))),
  provider_id: v.nullish(text),
  /** The origin of the host page, such as `https://shop.example`. */
  host: v.nullish(text),
  client_user_id: ownIdFields.client_user_id,
  /** The start of the period, in milliseconds since the epoch. `before` is its end and not part of it. */
  from: v.nullish(time),
  before: v.nullish(time),
  order: v.optional(v.picklist(['newest', 'oldest']), 'newest'),
  ...pageFields.entries,
  after: v.optional(v.pipe(v.string(), v.regex(/^(?:\d{1,15}-[0-9a-f]{16})?$/)), ''),
});

type SearchRequest = ApplicationRequest & { readonly body: v.InferOutput<typeof flowSearch> };

/**
 * `POST …/flows/search`: lists a page of the flows of the last day. The method is POST, because the application's own
 * ID of a person must not appear in an address.
 */
export function searchFlows({
  clock,
  providers,
  store,
}: Pick<Parts, 'clock' | 'providers' | 'store'>) {
  return async ({ context, application, body }: SearchRequest) => {
    const { clientId, environment } = application;
    const { limit, order, provider_id: providerId, client_user_id, ...choice } = body;
    const asked = { ...choice, providerId, clientUserId: client_user_id };
    const { rows, hasMore } = await readPage(limit, (count) =>
      store.flowEntries.list(
        clientId,
        { ...asked, isReversed: order === 'oldest', count },
        clock.now(),
      ),
    );
    const last = rows.at(-1);
    return answerJson<Answer<typeof flowsAnswer>>(context, {
      flows: rows.map((flow) => describeFlow(flow, { environment, providers })),
      next: hasMore && last ? toFlowPosition(last) : null,
    });
  };
}
