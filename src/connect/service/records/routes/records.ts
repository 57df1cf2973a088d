import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import { maxFileBytes, type recordsAnswer } from '../../../shapes/record-answers.ts';
import type { OwnerRequest } from '../../connections/routes/account.ts';
import { answerJsonText, answerStream } from '../../http/answer-stream.ts';
import type { WithQuery } from '../../http/checks.ts';
import { withFacts } from '../../http/endpoint.ts';
import { describeRange } from '../../http/json-body.ts';
import { describeError } from '../../providers/plugin-values.ts';
import { LateBytesError, limitBody } from '../limit-body.ts';
import { createFailed, createNotFound, createTimedOut } from '../read-at-provider.ts';
import { fileOutcome, listOutcome, maxCursorLength, toAnswerText } from '../record-outcomes.ts';
import {
  createShareCheck,
  inTurn,
  listRefusals,
  readShared,
  recordRefusals,
  staysInPath,
} from '../record-request.ts';

const maxRecords = 100;
const numberText = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.digits(),
    v.toNumber(),
    v.minValue(min),
    v.maxValue(max),
    v.description(describeRange(min, max)),
  );

export const recordsQuery = v.object({
  tax_year: v.optional(numberText(1900, 2100)),
  limit: v.optional(numberText(1, maxRecords), '50'),
  cursor: v.optional(
    v.pipe(v.string(), v.minLength(1), v.maxLength(maxCursorLength), v.check(staysInPath)),
  ),
});

type ListRequest = OwnerRequest & WithQuery<typeof recordsQuery>;

/** `GET /records`: lists the account's records at the provider, as far as the consent covers them. */
export const listRecords = withFacts(
  { refusals: listRefusals },
  async ({ query, ...request }: ListRequest) => {
    const { tax_year: taxYear, limit, cursor } = query;
    return await inTurn(request, async (turn, leave) => {
      const { records, nextCursor } = await request.parts.reader.read({
        ...turn,
        method: 'records.list',
        schema: listOutcome(limit),
        call: (plugin) => (context) => plugin.list({ taxYear, limit, cursor }, context),
      });
      const isShared = createShareCheck(request.parts.providers, request.owner);
      const answer: Answer<typeof recordsAnswer> = {
        records: records.filter(isShared),
        next_cursor: nextCursor ?? null,
      };
      return answerJsonText(request.context, JSON.stringify(answer), leave);
    });
  },
);

/** `GET /records/{id}`: a record, with the provider's structured content. */
export const readRecord = withFacts({ refusals: recordRefusals }, async (request: OwnerRequest) => {
  const { parts, context, owner } = request;
  const recordId = context.req.param('record_id') ?? '';
  return await inTurn(request, async (turn, leave) => {
    const text = toAnswerText(await readShared(parts, turn, recordId));
    if (text !== undefined) return answerJsonText(context, text, leave);
    const detail = 'returned data that cannot be JSON, or has more than 25 MiB';
    parts.log.error({ provider_id: owner.provider_id, detail }, 'provider failed');
    throw createFailed();
  });
});

/** The longest wait for the provider's next bytes, in milliseconds. */
const idleMs = 30_000;
/** The longest time for a whole file, in milliseconds. The slowest receiver takes 27 minutes for the largest file. */
const totalMs = 1_800_000;

/**
 * `GET /records/{id}/files/{file_id}`: streams a file. Its record is read first, because a consent covers types of
 * records, and the file does not say its record's type.
 */
export const openFile = withFacts({ refusals: recordRefusals }, async (request: OwnerRequest) => {
  const { reader, log } = request.parts;
  const { parts, context, owner } = request;
  const recordId = context.req.param('record_id') ?? '';
  const fileId = context.req.param('file_id') ?? '';
  function logFailure(error: unknown): void {
    const detail = describeError(error);
    log.error({ provider_id: owner.provider_id, detail }, 'provider failed');
  }
  return await inTurn(request, async (turn, leave) => {
    const record = await readShared(parts, turn, recordId);
    const file = record.files.find(({ id }) => id === fileId);
    if (!file) throw createNotFound();
    const { mediaType, body } = await reader.read({
      ...turn,
      method: 'records.file',
      schema: fileOutcome,
      call: ({ file: open }) => open && ((told) => open({ recordId, fileId }, told)),
    });
    const bounds = { minBytes: file.bytes, maxBytes: maxFileBytes };
    const limits = { ...bounds, firstUntil: turn.until, idleMs, totalMs };
    const stream = await limitBody(body, limits).catch((error: unknown) => {
      logFailure(error);
      throw error instanceof LateBytesError ? createTimedOut() : createFailed();
    });
    const headers = {
      'Content-Type': mediaType,
      'Content-Disposition': describeAttachment(file.name),
      'Cache-Control': 'no-store',
    };
    return answerStream(context, stream, { headers, isPaced: true, onEnd: leave, logFailure });
  });
});

/** Path separators, and invisible marks that make one file name look like another: `return[U+202E]fdp.exe`. */
const unsafeInNames = /[/\\\p{Bidi_Control}]/gu;

/** Returns the value of `Content-Disposition`, with an ASCII name for old clients (RFC 6266, appendix D). */
function describeAttachment(givenName: string): string {
  const name = givenName.replaceAll(unsafeInNames, '_');
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
