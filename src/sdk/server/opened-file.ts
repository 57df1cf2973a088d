import { isOneOf } from '../protocol/record.ts';
import { mediaTypes } from '../protocol/words.ts';
import type { Reading } from './authenticated-request.ts';
import type { RecordMediaType } from './record-shapes.ts';
import { RecordsError } from './request-errors.ts';

/** A file of a tax record, whose content is still being read from the Connect service. */
export interface OpenedFile {
  /** The file's name without a path, such as `return-2024.pdf`. It may contain any letters: encode it for headers. */
  readonly name: string;
  readonly mediaType: RecordMediaType;
  readonly body: ReadableStream<Uint8Array>;
}

interface FileReading extends Reading {
  readonly maxBytes: number;
}

/** @returns the file; undefined when the response, whose body is not read then, is not a file */
export function readFileResponse(
  { status, headers, body }: Response,
  reading: FileReading,
): OpenedFile | undefined {
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  const name = readName(headers.get('content-disposition') ?? '');
  if (status !== 200 || !isOneOf(mediaType, mediaTypes) || name === undefined) return undefined;
  reading.exchange.pause();
  return { name, mediaType, body: limitBody(body ?? new Blob().stream(), reading) };
}

/** Fails at `maxBytes` or a lost connection. The time-out runs only while the receiver waits for bytes. */
function limitBody(body: ReadableStream<Uint8Array>, { exchange, maxBytes, toError }: FileReading) {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        exchange.resume();
        try {
          const { value: chunk } = await exchange.wait(reader.read());
          exchange.pause();
          bytes += chunk?.byteLength ?? 0;
          if (bytes > maxBytes) {
            throw new RecordsError('too_large', `The file has more than ${maxBytes} bytes.`);
          }
          if (chunk) controller.enqueue(chunk);
          else {
            controller.close();
            exchange.end();
          }
        } catch (error) {
          exchange.end();
          throw error instanceof RecordsError ? error : toError(error);
        }
      },
      cancel: () => exchange.end(),
    },
    { highWaterMark: 0 },
  );
}

/** Reads a file's name (RFC 6266, section 4.3) without its path, which could lead to another folder. */
function readName(disposition: string): string | undefined {
  const [, encoded, plain] =
    /^attachment;.*?filename\*=UTF-8''([^;\s]+)|^attachment;.*?filename="([^"\\]*)"/i.exec(
      disposition,
    ) ?? [];
  try {
    const name = encoded === undefined ? plain : decodeURIComponent(encoded);
    const last = name?.split(/[/\\]/).at(-1);
    return last === undefined || /^\.*$|\p{Cc}/u.test(last) ? undefined : last;
  } catch {
    // The header contains a percent sign that does not encode a character.
    return undefined;
  }
}
