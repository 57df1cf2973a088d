/**
 * @param response - from a provider
 * @param maxBytes - the maximum size of its body, after decompression
 * @returns the same response. Its body ends with an error when it is longer
 */
export function limitResponse(response: Response, maxBytes: number): Response {
  const { body, url } = response;
  if (body === null) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        const { origin, pathname } = new URL(url);
        throw new Error(`${origin}${pathname} answered with more than ${maxBytes / 1024} kB.`);
      }
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(limit), response);
}
