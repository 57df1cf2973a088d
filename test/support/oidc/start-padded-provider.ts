import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { listen, stop } from '../listen.ts';

/** An OpenID provider with metadata and no other endpoint. */
interface PaddedProvider {
  readonly issuer: string;
  /** @returns the number of superfluous bytes sent so far */
  sent(): number;
  close(): Promise<void>;
}

/** Starts a provider whose metadata has a number of superfluous bytes. It counts the bytes that it has sent. */
export async function startPaddedProvider(size: number): Promise<PaddedProvider> {
  let sent = 0;
  const server = createServer((_, response) => {
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      response_types_supported: ['code'],
    };
    function* pad() {
      yield JSON.stringify({ ...metadata, padding: '' }).slice(0, -2);
      for (; sent < size; sent += 10_000) yield 'x'.repeat(10_000);
      yield '"}';
    }
    response.setHeader('Content-Type', 'application/json');
    Readable.from(pad())
      .on('error', () => {})
      .pipe(response);
  });
  const issuer = `http://localhost:${await listen(server)}`;
  return {
    issuer,
    sent: () => sent,
    close: () => stop(server),
  };
}
