/** @returns the same response, whose body fails after more than `maxBytes` bytes, counted after decompression */
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
