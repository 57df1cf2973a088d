import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { listen, stop } from '../../support/listen.ts';

/** A server of `node:http` on a free port of the loopback interface. */
export interface RawServer {
  readonly port: number;
  /** `http://localhost:PORT` */
  readonly origin: string;
  close(): Promise<void>;
}

/** The parts of a response that the tests read. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export async function startServer(listener: RequestListener): Promise<RawServer> {
  const server = createServer(listener);
  const port = await listen(server);
  return { port, origin: `http://localhost:${port}`, close: () => stop(server) };
}

/**
 * Sends requests over one connection, each after the response to the one before.
 *
 * @param requests - the lines of each request, without the empty one, and perhaps a body
 * @returns the responses, in order
 */
export function converse(
  { port }: RawServer,
  ...requests: readonly { readonly lines: readonly string[]; readonly body?: string }[]
): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const answers: RawAnswer[] = [];
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const sendNext = () => {
      const next = requests[answers.length];
      if (!next) {
        socket.destroy();
        resolve(answers);
        return;
      }
      socket.write(`${next.lines.join('\r\n')}\r\n\r\n${next.body ?? ''}`);
    };
    socket.on('connect', sendNext);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const answer = readAnswer(received);
      if (!answer) return;
      received = '';
      answers.push(answer);
      sendNext();
    });
    socket.on('error', reject);
    // Without this, a test would wait for its time-out when the server hangs up.
    socket.on('close', () => reject(new Error(`Hung up after ${answers.length} answers.`)));
  });
}

/** A request by its first line, with the server's Host header. */
export async function ask(server: RawServer, firstLine: string, ...headers: readonly string[]) {
  const lines = [`${firstLine} HTTP/1.1`, `Host: localhost:${server.port}`, ...headers];
  const [answer] = await converse(server, { lines });
  if (!answer) throw new Error('There was no answer.');
  return answer;
}

function readAnswer(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  const status = Number(head.slice(9, 12));
  if (/^transfer-encoding: chunked/im.test(head)) {
    return body.endsWith('0\r\n\r\n') ? { status, head, body: joinChunks(body) } : undefined;
  }
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? '0');
  if (body.length < length) return undefined;
  return { status, head, body };
}

/** @see https://www.rfc-editor.org/rfc/rfc9112#section-7.1 */
function joinChunks(text: string): string {
  const [size = '', ...rest] = text.split('\r\n');
  const length = Number.parseInt(size, 16);
  if (length === 0) return '';
  const content = rest.join('\r\n');
  return content.slice(0, length) + joinChunks(content.slice(length + 2));
}
