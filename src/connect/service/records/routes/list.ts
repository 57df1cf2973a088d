import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { recordsAnswer } from '../../../shapes/record-answers.ts';
import { answerJsonText } from '../../http/answer-stream.ts';
import { withFacts } from '../../http/endpoint.ts';
import { staysInPath } from '../record-id.ts';
import { listOutcome, maxCursorLength } from '../record-outcomes.ts';
import { inTurn, listRefusals, type RecordParts, type RecordRequest } from '../record-request.ts';
import { createShareCheck } from '../share-check.ts';

const maxRecords = 100;
const wholeNumber = (min: number, max: number) =>
  v.pipe(v.string(), v.digits(), v.toNumber(), v.minValue(min), v.maxValue(max));

/** Which records to list. */
export const recordsQuery = v.object({
  tax_year: v.optional(wholeNumber(1900, 2100)),
  limit: v.optional(wholeNumber(1, maxRecords), '50'),
  cursor: v.optional(
    v.pipe(v.string(), v.minLength(1), v.maxLength(maxCursorLength), v.check(staysInPath)),
  ),
});

interface ListRequest extends RecordRequest {
  readonly query: v.InferOutput<typeof recordsQuery>;
}

/**
 * `GET /records`: the account's records at the provider that the consent covers.
 *
 * @throws Refusal 429 `rate_limited`, and as `ProviderReader`
 */
export function listRecords(parts: RecordParts) {
  return withFacts({ refusals: listRefusals }, async ({ query, ...request }: ListRequest) => {
    const { tax_year: taxYear, limit, cursor } = query;
    return await inTurn(parts, request, async (turn, leave) => {
      const { records, nextCursor } = await parts.reader.read({
        ...turn,
        method: 'records.list',
        schema: listOutcome(limit),
        call: (plugin) => (context) => plugin.list({ taxYear, limit, cursor }, context),
      });
      const { environment, providerId, shares } = request.owner;
      const isShared = createShareCheck(
        shares,
        parts.providers.listShares(environment, providerId),
      );
      const answer: Answer<typeof recordsAnswer> = {
        records: records.filter(isShared),
        next_cursor: nextCursor ?? null,
      };
      return answerJsonText(request.context, JSON.stringify(answer), leave);
    });
  });
}
