import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { listen, stop } from '../../../support/listen.ts';

/** The built package and the pages of the benchmarks, by path. Compressed, as a CDN sends them. */
type Files = ReadonlyMap<string, Buffer>;

const builtFiles = ['index.js', 'page.js'];
/** On this machine, the SDK would also load the warnings for developers. Users of live applications never do. */
const noWarnings = 'export const warnDeveloper = () => {}, askSilentService = () => () => {};';

/**
 * Serves the host's pages and the scripted Connect page from memory. So a build at the same time has no
 * effect, and the disk is not measured.
 *
 * @param hostPort - the port of the host's pages
 * @param connectPort - the port of the scripted Connect page, a separate site
 * @returns a function that stops both
 */
export async function startSites(
  hostPort: number,
  connectPort: number,
): Promise<{ close(): Promise<void> }> {
  const files = readFiles();
  const servers = [createFileServer(files), createFileServer(files)] as const;
  await Promise.all([listen(servers[0], hostPort), listen(servers[1], connectPort)]);
  return {
    async close() {
      await Promise.all(servers.map(stop));
    },
  };
}

function readFiles(): Files {
  const chunks = readdirSync('dist/chunks').map((name) => `chunks/${name}`);
  const pages = readdirSync('test/tools/bench/pages');
  const paths = [
    ...[...builtFiles, ...chunks].map((name) => [`/dist/${name}`, join('dist', name)]),
    ['/preact.js', fileURLToPath(import.meta.resolve('preact'))],
    ...pages.map((name) => [`/pages/${name}`, join('test/tools/bench/pages', name)]),
  ] as [string, string][];
  const files = paths.map(([url, path]) => [url, readFileSync(path)] as const);
  const all = new Map([...files, ['/dist/chunks/developer-warnings.js', Buffer.from(noWarnings)]]);
  return new Map([...all].map(([url, bytes]) => [url, brotliCompressSync(bytes)]));
}

function createFileServer(files: Files) {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.localhost');
    const file = files.get(pathname);
    if (file) {
      // Cached like a content-hashed file of a real application, so a warm cache sends no request.
      const caching = 'public, max-age=31536000, immutable';
      response.setHeader('Cache-Control', caching);
      response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
      response.setHeader('Content-Encoding', 'br');
      response.end(file);
    } else if (files.has(`/pages${pathname}.js`)) {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(createDocument(pathname.slice(1)));
    } else {
      response.writeHead(404).end();
    }
  });
}

/** Maps the packages to the built files, as an import map does without a bundler. */
function createDocument(name: string): string {
  const imports = {
    'tax-connect': '/dist/index.js',
    'tax-connect/page': '/dist/page.js',
    preact: '/preact.js',
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module" src="/pages/${name}.js"></script>
</head>
<body><h1>An application</h1><p>A person is about to connect an account.</p></body>
</html>`;
}
