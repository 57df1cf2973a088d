import { createServer } from 'node:http';
import { listen, stop } from '../../../support/listen.ts';
import type { BuiltFiles } from './build.ts';

/** A slow network: each answer comes later, and in its time. */
interface Delay {
  readonly latencyMs: number;
  readonly bytesPerMs: number;
}

/** Host's pages and stand-ins of Connect pages, on two sites of this machine. */
export interface PeerSite {
  /** @returns address of a contender's host page */
  hostUrl(name: string): string;
  /** @returns address of a contender's Connect page */
  connectUrl(name: string): string;
  /** Starts to serve the built files. Before that, every address is empty. */
  serve(files: BuiltFiles): void;
  /** How long a stand-in waits before it sends a code, in milliseconds. */
  setSilence(silenceMs: number): void;
  /** Slows down every answer from now on; undefined: full speed. */
  setDelay(delay: Delay | undefined): void;
  close(): Promise<void>;
}

/** @returns the site, on a free port of the loopback device */
export async function startPeerSite(): Promise<PeerSite> {
  let files: BuiltFiles = new Map();
  let silenceMs = 0;
  let delay: Delay | undefined;
  const server = createServer((request, response) => {
    const { status, type, body, caching } = findAnswer(request.url ?? '/', files, silenceMs);
    response.writeHead(status, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': caching,
    });
    const waitMs = delay ? delay.latencyMs + body.length / delay.bytesPerMs : 0;
    if (waitMs === 0) response.end(body);
    else setTimeout(() => response.end(body), waitMs);
  });
  const listenPort = await listen(server);
  const connectUrl = (name: string) => `http://connect.localhost:${listenPort}/pages/${name}`;
  return {
    hostUrl(name) {
      const parameters = new URLSearchParams({ connect_url: connectUrl(name) });
      return `http://host.localhost:${listenPort}/hosts/${name}?${parameters}`;
    },
    connectUrl,
    serve(built) {
      files = built;
    },
    setSilence(value) {
      silenceMs = value;
    },
    setDelay(value) {
      delay = value;
    },
    close: () => stop(server),
  };
}

function findAnswer(url: string, files: BuiltFiles, silenceMs: number) {
  const { pathname } = new URL(url, 'http://host.localhost');
  const script = files.get(pathname);
  // Cached like content-hashed files of a real application. The document is requested every time.
  const caching = 'max-age=31536000, immutable';
  if (script !== undefined) return { status: 200, type: 'text/javascript', body: script, caching };
  // Finch compares the origin with the whole address that it was given, so that address has no path.
  const path = pathname === '/authorize' ? '/pages/finch' : pathname.replace(/\/$/, '');
  const isPage = files.has(`${path}.js`);
  const body = isPage ? createDocument(`${path}.js`, silenceMs) : '';
  return { status: isPage ? 200 : 404, type: 'text/html', body, caching: 'no-store' };
}

function createDocument(script: string, silenceMs: number): string {
  return `<!doctype html>
<html lang="en" data-silence-ms="${silenceMs}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bench</title>
<link rel="icon" href="data:,">
<script type="module" src="${script}"></script>
</head>
<body><h1>A page</h1><p>A person is about to connect an account.</p><div id="widget"></div></body>
</html>`;
}
