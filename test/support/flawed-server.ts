import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from './listen.ts';

/** A site with every flaw that the scanner should find. */
export interface FlawedServer {
  /** Its pages. All have weak headers. */
  readonly urls: readonly string[];
  close(): Promise<void>;
}

const paths = ['/', '/search?text=shoes', '/leave?to=%2Fsearch', '/speak?language=en'];

/** The flaw of each address. It concerns the address's parameter. */
const flaws: Readonly<Record<string, (response: ServerResponse, value: string) => void>> = {
  // Reflected cross-site scripting.
  '/search': (response, value) => response.end(`<h1>Results for ${value}</h1>`),
  // Open redirect.
  '/leave': (response, value) => response.writeHead(302, { Location: encodeURI(value) }).end(),
  // Response splitting. Node refuses such a header, so the response is written to the socket.
  '/speak': ({ socket }, value) => {
    const decoded = decodeURIComponent(value);
    socket?.end(`HTTP/1.1 200 OK\r\nContent-Language: ${decoded}\r\nContent-Length: 0\r\n\r\n`);
  },
};

/** @returns the running site, whose `close` must be called */
export async function startFlawedServer(): Promise<FlawedServer> {
  const server = createServer(answer);
  const port = await listen(server);
  return {
    urls: paths.map((path) => `http://127.0.0.1:${port}${path}`),
    close: () => stop(server),
  };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://flawed.example');
  const [value = ''] = searchParams.values();
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', "default-src *; script-src 'unsafe-inline' https:");
  response.setHeader('Set-Cookie', 'session=1; Path=/');
  const misbehave = flaws[pathname];
  if (misbehave) misbehave(response, value);
  else response.end('<h1>Welcome</h1>');
}
