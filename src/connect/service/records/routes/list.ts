import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { recordsAnswer } from '../../../shapes/record-answers.ts';
import { createPlainAnswer } from '../../http/answer-headers.ts';
import { withFacts } from '../../http/facts.ts';
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
  cursor: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(maxCursorLength))),
});

interface ListRequest extends RecordRequest {
  readonly query: v.InferOutput<typeof recordsQuery>;
}

/**
 * `GET /records`: the account's records at the provider, as far as consent covers them.
 *
 * @returns the handler
 * @throws Refusal 429 `rate_limited`, and as `ProviderReader`
 */
export function listRecords(parts: RecordParts) {
  return withFacts({ refusals: listRefusals }, async ({ query, ...request }: ListRequest) => {
    const { tax_year: taxYear, limit, cursor } = query;
    const { records, nextCursor } = await inTurn(parts, request, (turn) =>
      parts.reader.read({
        ...turn,
        method: 'records.list',
        schema: listOutcome(limit),
        call: (plugin) => (context) => plugin.list({ taxYear, limit, cursor }, context),
      }),
    );
    const { owner, context } = request;
    const offered = parts.providers.listShares(owner.environment, owner.providerId);
    const answer: Answer<typeof recordsAnswer> = {
      records: records.filter(createShareCheck(owner.shares, offered)),
      next_cursor: nextCursor ?? null,
    };
    return createPlainAnswer(context, answer, 200);
  });
}
