import { Refusal } from './refusal.ts';

/** The default for the largest body of an endpoint, in bytes. */
const defaultMaxBytes = 16 * 1024;

/**
 * Reads a body without exceeding the limit in memory: at once if `Content-Length` is set, otherwise in chunks.
 *
 * @param request - the request, unread
 * @param maxBytes - the largest body
 * @returns the body
 * @throws Refusal 413 `invalid_request` when it is larger, 400 when the client disconnects
 */
export async function readBodyBytes(
  request: Request,
  maxBytes = defaultMaxBytes,
): Promise<Uint8Array> {
  try {
    return await readAtMost(request, maxBytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The client has disconnected, so this is not logged as an error.
    throw createCutOff();
  }
}

async function readAtMost(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = request.headers.get('Content-Length');
  if (declared !== null && !(Number(declared) <= maxBytes)) throw createTooLarge(maxBytes);
  if (declared !== null) {
    // Node enforces `Content-Length`, and reading at once is several times faster.
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > maxBytes) throw createTooLarge(maxBytes);
    return bytes;
  }
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      throw createTooLarge(maxBytes);
    }
    chunks.push(part.value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function createCutOff(): Refusal {
  return new Refusal([400, 'invalid_request'], 'The body did not arrive completely.', {
    retryable: true,
  });
}

function createTooLarge(maxBytes: number): Refusal {
  return new Refusal([413, 'invalid_request'], `The body is larger than ${maxBytes} bytes.`, {
    retryable: false,
  });
}
