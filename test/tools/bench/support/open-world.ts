import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { findFreePort } from '../../../support/free-port.ts';
import { startConnectService } from './processes.ts';
import { createDocument, startSite } from './site.ts';

/** The built Connect service in a separate process, and a host on another site. */
export type OpenWorld = Awaited<ReturnType<typeof startOpenWorld>>;

/** Maps the packages to the built files, as an import map does without a bundler. */
const imports = {
  'tax-connect': '/dist/index.js',
  'tax-connect/page': '/dist/page.js',
  preact: '/preact.js',
};
const importMap = `<script type="importmap">${JSON.stringify({ imports })}</script>\n`;
type DeveloperWarnings = typeof import('../../../../src/sdk/host/developer/developer-warnings.ts');

/** On this machine, the SDK would also load the warnings for developers. Users of live applications never do. */
const noWarnings = Object.entries({
  warnDeveloper: '() => {}',
  explainSilence: '() => () => {}',
} satisfies Record<keyof DeveloperWarnings, string>)
  .map(([name, value]) => `export const ${name} = ${value};`)
  .join('\n');

/** Starts the service of `dist`, with a database on disk, and a host. Build it and the demo first. */
export async function startOpenWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-bench-'));
  // Runs after Ctrl+C, too, which Playwright turns into an exit.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const files = readFiles();
  const site = await startSite((path) =>
    files.has(`/pages${path}.js`) ? createDocument(`/pages${path}.js`, importMap) : files.get(path),
  );
  const servicePort = await findFreePort();
  const serviceUrl = `http://connect.localhost:${servicePort}`;
  const clientId = `bench_${randomBytes(4).toString('hex')}`;
  const application = {
    ...{ name: 'Bench', client_id: clientId, client_secret: randomBytes(32).toString('hex') },
    ...{ environment: 'test', redirect_uris: [], origins: [site.urlOf('host', '')] },
  };
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify([application]));
  const environment = {
    ...{ PORT: `${servicePort}`, PUBLIC_URL: serviceUrl, DATA_DIR: folder },
    APPLICATIONS_FILE: applicationsFile,
  };
  const service = await startConnectService(environment, join(folder, 'service.log'));
  return {
    /** @returns address of a host's page that opens Connect as `contender` does, with 14 or 1,000 providers */
    hostPageUrl(contender: string, isThousand: boolean): string {
      const connect_url = isThousand
        ? site.urlOf('connect', '/scripted-connect-thousand')
        : `${serviceUrl}/connect`;
      const query = new URLSearchParams({ client_id: clientId, connect_url });
      return site.urlOf('host', `/${contender}?${query}`);
    },
    async close() {
      await site.close();
      await service.close();
    },
  };
}

/** The built package and the pages of the benchmark, by path. */
function readFiles() {
  const list = (folder: string, url: string) =>
    readdirSync(folder).map(
      (name) => [`${url}/${name}`, readFileSync(join(folder, name))] as const,
    );
  const read = (url: string, path: string) => [url, readFileSync(path)] as const;
  const files = [
    ...['index.js', 'page.js'].map((name) => read(`/dist/${name}`, join('dist', name))),
    ...list('dist/chunks', '/dist/chunks'),
    ...list('test/tools/bench/pages', '/pages'),
    read('/preact.js', fileURLToPath(import.meta.resolve('preact'))),
    ['/dist/chunks/developer-warnings.js', Buffer.from(noWarnings)] as const,
  ];
  const type = 'text/javascript' as const;
  return new Map(
    files.map(([url, bytes]) => [
      url,
      { type, body: brotliCompressSync(bytes), encoding: 'br' as const },
    ]),
  );
}
