import { createServer } from 'node:http';
import { listen, stop } from '../../../support/listen.ts';

/** A slow network: each answer comes later, and in its time. */
interface Delay {
  readonly latencyMs: number;
  readonly bytesPerMs: number;
}

/** A file of a site. Scripts are cached like content-hashed files of a real application, documents never. */
interface Answer {
  readonly type: 'text/html' | 'text/javascript';
  readonly body: string | Buffer;
  /** The compression of the body, as a CDN sends it. */
  readonly encoding?: 'br';
}

/** Serves pages from memory, so that neither a build nor the disk counts. `find` answers a path. */
export async function startSite(find: (pathname: string) => Answer | undefined) {
  let delay: Delay | undefined;
  const server = createServer((request, response) => {
    const answer = find(new URL(request.url ?? '/', 'http://host.localhost').pathname);
    if (!answer) return response.writeHead(404).end();
    const { type, body, encoding } = answer;
    response.writeHead(200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': type === 'text/html' ? 'no-store' : 'max-age=31536000, immutable',
      ...(encoding && { 'Content-Encoding': encoding }),
    });
    const waitMs = delay ? delay.latencyMs + body.length / delay.bytesPerMs : 0;
    if (waitMs === 0) return response.end(body);
    return setTimeout(() => response.end(body), waitMs);
  });
  const listenPort = await listen(server);
  return {
    /** @returns the address of a path on the site `http://NAME.localhost:PORT` */
    urlOf: (name: string, path: string) => `http://${name}.localhost:${listenPort}${path}`,
    /** Slows down every answer from now on; undefined: full speed. */
    setDelay(value: Delay | undefined) {
      delay = value;
    },
    close: () => stop(server),
  };
}

/** @returns a document with a script, and what comes before that in its head */
export function createDocument(script: string, head = ''): Answer {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bench</title>
<link rel="icon" href="data:,">
${head}<script type="module" src="${script}"></script>
</head>
<body><h1>An application</h1><p>A person is about to connect an account.</p><div id="widget"></div></body>
</html>`;
  return { type: 'text/html', body };
}
