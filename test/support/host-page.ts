import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listen, stop } from './listen.ts';
import {
  type HostSettings,
  installBridgePage,
  installFence,
  installHost,
  installLies,
  installPeer,
  type Lies,
} from './page-scripts.ts';

/** The response for one address. */
interface Answer {
  readonly body: string;
  /** Default `text/html`. */
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Many origins on one TCP port. `*.localhost` names are cross-site to each other. */
export interface Sites {
  /** `host` gives `http://host.localhost:PORT`. */
  originOf(name: string): string;
  /** Serves a path, with any query, from now on. A promise makes the browser wait. */
  serve(name: string, path: string, answer: Answer | Promise<Answer>): void;
  /** Requested addresses, in order. */
  readonly urls: readonly string[];
  close(): Promise<void>;
}

/** Options of a host page. */
interface HostPageOptions extends Partial<HostSettings> {
  readonly headers?: Readonly<Record<string, string>>;
  /** The `nonce` attribute of every script element, for a policy with nonces. */
  readonly nonce?: string;
  /** The text of the script tag; default: the built one. `module`: the built ESM entry. */
  readonly sdk?: string;
  /** Wrong facts about messages; default: none. */
  readonly lies?: Lies;
  /** Markup before the scripts. */
  readonly head?: string;
  readonly body?: string;
}

const distFolder = fileURLToPath(new URL('../../dist/', import.meta.url));
const javascript = 'text/javascript';

/** @returns a server for any number of sites; its `close` must be called */
export async function startSites(): Promise<Sites> {
  const built = readBuiltFiles();
  const answers = new Map<string, Answer | Promise<Answer>>();
  const urls: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    urls.push(url.href);
    const { host, pathname } = url;
    const answer = answers.get(host + pathname) ?? built.get(pathname) ?? answerUnknown(pathname);
    const { body, status = 200, type = 'text/html; charset=utf-8', headers } = await answer;
    // Keep-alive is off, because closing must not wait for idle connections.
    response.writeHead(status, { 'Content-Type': type, Connection: 'close', ...headers }).end(body);
  });
  const port = await listen(server);
  return {
    originOf: (name) => `http://${name}.localhost:${port}`,
    serve: (name, path, answer) => void answers.set(`${name}.localhost:${port}${path}`, answer),
    urls,
    close: () => stop(server),
  };
}

/** The published package, below `/dist/` of every site. It is read once, at the start. */
function readBuiltFiles(): ReadonlyMap<string, Answer> {
  const names = ['tax-connect.js', 'index.js', 'page.js', 'element.js'].concat(
    ...['chunks', 'locales'].map((folder) =>
      readdirSync(distFolder + folder).map((name) => `${folder}/${name}`),
    ),
  );
  return new Map(
    names.map((name) => {
      const body = readFileSync(distFolder + name, 'utf8');
      // Documents of an opaque origin import it, too.
      const headers = { 'Access-Control-Allow-Origin': '*' };
      const type = name.endsWith('.json') ? 'application/json' : javascript;
      return [`/dist/${name}`, { body, type, headers }];
    }),
  );
}

/** For addresses that no test has served. The host's callback accepts every code. */
function answerUnknown(path: string): Answer {
  return { body: '', status: path === '/callback' ? 204 : 404 };
}

/** Serves a host page at `/`: a button "Connect", `openConnect`, and `told`. @returns its address */
export function serveHostPage(sites: Sites, name: string, options: HostPageOptions = {}): string {
  const {
    sdk,
    lies,
    nonce = '',
    head = '',
    body = '',
    headers = {},
    clientId = 'app',
    connectUrl,
    display,
  } = options;
  const settings = JSON.stringify({ clientId, connectUrl, display });
  const isModule = sdk === 'module';
  const script = isModule
    ? `import { TaxConnect } from '/dist/index.js';\n(${installHost})(${settings}, TaxConnect);`
    : `(${installHost})(${settings}, window.TaxConnect);`;
  sites.serve(name, '/host.js', { body: `(${installFence})();\n${script}`, type: javascript });
  const sdkPath = sdk === undefined ? '/dist/tax-connect.js' : '/own-sdk.js';
  if (sdk !== undefined && !isModule) sites.serve(name, sdkPath, { body: sdk, type: javascript });
  const tags = isModule
    ? `<script type="module" nonce="${nonce}" src="/host.js"></script>`
    : `<script nonce="${nonce}" src="${sdkPath}"></script><script nonce="${nonce}" src="/host.js"></script>`;
  sites.serve(name, '/', {
    body: renderDocument(
      renderLies(lies) + head + tags,
      `<button id="connect" type="button">Connect</button>${body}`,
    ),
    headers,
  });
  return `${sites.originOf(name)}/`;
}

/** Serves a Connect page, made with `tax-connect/page`, at `/connect`. @returns its address */
export function serveBridgePage(
  sites: Sites,
  name: string,
  {
    lies,
    released,
    keepOpener = false,
  }: { lies?: Lies; released?: Promise<void>; keepOpener?: boolean } = {},
): string {
  const script = `import { createBridge } from '/dist/page.js'; (${installFence})(); (${installBridgePage})(createBridge, ${keepOpener});`;
  const module = `<script type="module">${script}</script>`;
  const body = renderDocument(renderLies(lies) + module, 'Connect');
  sites.serve(
    name,
    '/connect',
    Promise.resolve(released).then(() => ({ body })),
  );
  return `${sites.originOf(name)}/connect`;
}

/** Serves a page that the test controls completely, by default at `/`. @returns its address */
export function servePeer(
  sites: Sites,
  name: string,
  options: { path?: string; greets?: boolean; headers?: Record<string, string> } = {},
): string {
  const { path = '/', greets = false, headers = {} } = options;
  sites.serve(name, path, { body: renderPeer(greets), headers });
  return sites.originOf(name) + path;
}

/** @returns markup of a page that the test controls; `greets`: it sends hello to its parent */
export function renderPeer(greets = false): string {
  const script = `(${installFence})(); (${installPeer})(${greets});`;
  return renderDocument(`<script>${script}</script>`, 'Peer');
}

/** @returns a script to put before all others */
function renderLies(lies: Lies | undefined): string {
  return lies ? `<script>(${installLies})(${JSON.stringify(lies)});</script>` : '';
}

function renderDocument(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>${head}</head><body>${body}</body></html>`;
}
