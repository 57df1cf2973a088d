import { answerJsonText } from '../../http/answer-stream.ts';
import { withFacts } from '../../http/endpoint.ts';
import { createFailed } from '../read-at-provider.ts';
import { toAnswerText } from '../record-outcomes.ts';
import {
  inTurn,
  type RecordParts,
  type RecordRequest,
  readShared,
  recordRefusals,
} from '../record-request.ts';

/**
 * `GET /records/{id}`: a record, with the provider's structured content.
 *
 * @throws Refusal 404 `not_found`, 403 `not_shared`, and as {@link readShared}
 */
export function readRecord(parts: RecordParts) {
  return withFacts({ refusals: recordRefusals }, async (request: RecordRequest) => {
    const { context, owner } = request;
    const recordId = context.req.param('record_id') ?? '';
    return await inTurn(parts, request, async (turn, leave) => {
      const text = toAnswerText(await readShared(parts, turn, recordId));
      if (text !== undefined) return answerJsonText(context, text, leave);
      const detail = 'returned data that cannot be JSON, or has more than 25 MiB';
      parts.log.error({ provider_id: owner.providerId, detail }, 'provider failed');
      throw createFailed();
    });
  });
}
