import { maxFileBytes } from '../../../shapes/record-answers.ts';
import { answerStream } from '../../http/answer-stream.ts';
import { withFacts } from '../../http/endpoint.ts';
import { describeError } from '../../providers/describe-error.ts';
import { LateBytesError, limitBody } from '../limit-body.ts';
import { createFailed, createNotFound, createTimedOut } from '../read-at-provider.ts';
import { fileOutcome } from '../record-outcomes.ts';
import {
  inTurn,
  type RecordParts,
  type RecordRequest,
  readShared,
  recordRefusals,
} from '../record-request.ts';

/** The longest wait for the provider's next bytes, in milliseconds. */
const idleMs = 30_000;
/** The longest time for a whole file, in milliseconds. The slowest receiver takes 27 minutes for the largest one. */
const totalMs = 1_800_000;

/**
 * `GET /records/{id}/files/{file_id}`: streams the bytes of a file. The record is read first, because consent is
 * for types of records.
 *
 * @throws Refusal 404 `not_found`, 403 `not_shared`, and as {@link readShared}
 */
export function openFile(parts: RecordParts) {
  const { reader, log } = parts;
  return withFacts({ refusals: recordRefusals }, async (request: RecordRequest) => {
    const { context, owner } = request;
    const { record_id: recordId = '', file_id: fileId = '' } = context.req.param() as Record<
      string,
      string
    >;
    function logFailure(error: unknown): void {
      const detail = describeError(error);
      log.error({ provider_id: owner.providerId, detail }, 'provider failed');
    }
    return await inTurn(parts, request, async (turn, leave) => {
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
}

/** Path separators, and marks that make one file name look like another: `return[U+202E]fdp.exe`. */
const unsafeInNames = /[/\\\p{Bidi_Control}]/gu;

/**
 * @param givenName - the name of a file, without control characters
 * @returns the header's value, with an ASCII name for old clients
 * @see https://www.rfc-editor.org/rfc/rfc6266#appendix-D
 */
function describeAttachment(givenName: string): string {
  const name = givenName.replaceAll(unsafeInNames, '_');
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
