import { maxFileBytes } from '../../../shapes/record-answers.ts';
import { withFacts } from '../../http/facts.ts';
import { Refusal } from '../../http/refusal.ts';
import { describeError } from '../../providers/describe-error.ts';
import { limitBody } from '../limit-body.ts';
import { createFailed, firstByteMs } from '../read-at-provider.ts';
import { fileOutcome } from '../record-outcomes.ts';
import {
  enter,
  type RecordParts,
  type RecordRequest,
  readShared,
  recordRefusals,
} from '../record-request.ts';

/** For a slow receiver. */
const totalMs = 600_000;

/**
 * `GET /records/{id}/files/{file_id}`: the bytes of a file, streamed. The record is read first, because
 * consent is for types of records.
 *
 * @returns the handler
 * @throws Refusal 404 `not_found`, 403 `not_shared`, and as {@link readShared}
 */
export function openFile(parts: RecordParts) {
  const { reader, log } = parts;
  return withFacts({ refusals: recordRefusals }, async ({ context, owner }: RecordRequest) => {
    const { record_id: recordId = '', file_id: fileId = '' } = context.req.param() as Record<
      string,
      string
    >;
    // The stream gives the place back when it ends.
    const { sender, leave } = await enter(parts, { context, owner });
    try {
      const record = await readShared(parts, sender, recordId);
      const file = record.files.find(({ id }) => id === fileId);
      if (!file) throw new Refusal([404, 'not_found'], 'The record has no such file.');
      const { mediaType, body } = await reader.read({
        ...sender,
        schema: fileOutcome,
        call: ({ file: open }) => open && ((told) => open({ recordId, fileId }, told)),
      });
      const limits = { maxBytes: maxFileBytes, idleMs: firstByteMs, totalMs };
      const stream = await limitBody(body, limits, leave).catch((error: unknown) => {
        const detail = describeError(error);
        log.error({ provider_id: owner.providerId, detail }, 'provider failed');
        throw createFailed();
      });
      if (context.req.raw.method === 'HEAD') await stream.cancel();
      return context.body(stream, 200, {
        'Content-Type': mediaType,
        'Content-Disposition': describeAttachment(file.name),
        'Cache-Control': 'no-store',
      });
    } catch (error) {
      leave();
      throw error;
    }
  });
}

/**
 * @param name - of a file, without control characters
 * @returns the header's value, with an ASCII name for old clients
 * @see https://www.rfc-editor.org/rfc/rfc6266#appendix-D
 */
function describeAttachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
