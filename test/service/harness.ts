import type { ScryptOptions } from 'node:crypto';
import type { Hono } from 'hono';
import type { ResolveHost } from '../../src/connect/service/addresses/receiver-address.ts';
import { createApp, defaultRateLimits, type RateLimits } from '../../src/connect/service/app.ts';
import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import { createDeliverer } from '../../src/connect/service/events/deliverer.ts';
import { createFindRules } from '../../src/connect/service/events/receiver-rules.ts';
import { createSender } from '../../src/connect/service/events/send-webhook.ts';
import type { Assets } from '../../src/connect/service/http/assets.ts';
import { createLifecycle, type Lifecycle } from '../../src/connect/service/http/lifecycle.ts';
import { createMetrics } from '../../src/connect/service/http/metrics.ts';
import type { StreamLimits } from '../../src/connect/service/http/open-streams.ts';
import type { AppConfig } from '../../src/connect/service/http/parts.ts';
import { noProxies, type TrustedProxies } from '../../src/connect/service/http/trusted-proxies.ts';
import type { OperatorProvider } from '../../src/connect/service/operators/operator-provider.ts';
import type { ProviderRegistry } from '../../src/connect/service/providers/registry.ts';
import { createRevoker } from '../../src/connect/service/providers/revoker.ts';
import type { Store } from '../../src/connect/service/store/store.ts';
import { openTestStore } from './database.ts';
import { assertDescribed } from './openapi-check.ts';
import { credentials, publicUrl, redirectUri, testApplication } from './test-application.ts';

export { openTestStore } from './database.ts';
export { credentials, publicUrl, redirectUri, testApplication } from './test-application.ts';

export const hostOrigin = 'http://app.localhost:4401';
export const nonce = 'n'.repeat(43);

export const liveApplication: ApplicationRegistration = {
  ...testApplication,
  name: 'Live App',
  client_id: 'live_app',
  client_secret: 'live_app_secret_5a93c6e07d1f42b8',
  environment: 'live',
  origins: ['https://app.example'],
};

/** The service's own proxy adds the client's address. */
export const oneProxy: TrustedProxies = { kind: 'hops', count: 1 };

const scriptTag = new TextEncoder().encode(
  'open("tax-connect-service http://localhost:4400/connect http://localhost:4400/docs/errors")',
);

/** Files in the form that the builds leave. */
/** A line of a documentation page, which the service completes. */
const snippet =
  'http://localhost:4400/sdk/1.2.3-<hash>/tax-connect.js sha384-… https://connect.example/account';

export const builtAssets: Assets = {
  page: {
    script: 'main-abcdefgh.js',
    styles: ['main-abcdefgh.css'],
    imports: [],
    selector: ['provider-selector-abcdefgh.js'],
  },
  pageFiles: new Map([
    [
      'main-abcdefgh.js',
      { body: new TextEncoder().encode('0'), type: 'text/javascript', isHashed: true },
    ],
  ]),
  docs: {
    entry: { script: 'main-abcdefgh.js', styles: ['main-abcdefgh.css'], imports: [] },
    files: new Map(),
    site: {
      groups: [
        {
          title: 'Start',
          pages: [
            {
              name: 'index',
              title: 'What it <does>',
              description: 'It connects & more.',
              html:
                '<p>It connects.</p>\n<h2 id="a-b">A &lt;<code>b</code>&gt;' +
                '<a class="anchor" href="#a-b" aria-label="Link to A">#</a></h2>\n' +
                '<p>Call <code>http://localhost:4400</code>.</p>\n<p>It&#39;s &amp;lt;.</p>\n' +
                `<div class="code"><pre><code>${snippet.replace(/[<>]/g, (one) => `&#${one.charCodeAt(0)};`)}</code></pre></div>` +
                '<div class="code code--local"><pre><code>http://localhost:4400/local</code></pre></div>',
              markdown: `# What it <does>\n\nIt connects.\n\n\`\`\`sh\n${snippet}\n\`\`\`\n\n\`\`\`sh local\nhttp://localhost:4400/local\n\`\`\`\n`,
              headings: [],
            },
          ],
        },
      ],
      images: {
        'chart.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'modal.webp': btoa('RIFF'),
      },
    },
  },
  sdk: {
    version: '1.2.3',
    files: new Map([
      ['tax-connect.js', { body: scriptTag, type: 'text/javascript', isHashed: false }],
      [
        'locales/es.json',
        { body: new TextEncoder().encode('2'), type: 'application/json', isHashed: false },
      ],
    ]),
  },
};

const noAssets: Assets = {
  page: undefined,
  pageFiles: new Map(),
  sdk: { version: '0.0.0', files: new Map() },
};

export interface ServiceOptions {
  readonly config?: Partial<AppConfig>;
  readonly assets?: Assets;
  readonly rateLimits?: Partial<RateLimits>;
  /** Default: the service's limits. */
  readonly streamLimits?: StreamLimits;
  readonly applications?: readonly ApplicationRegistration[];
  /** Default: the simulated providers. */
  readonly providers?: ProviderRegistry;
  /** The DNS for the receivers of webhooks. Default: the machine's. */
  readonly resolveHost?: ResolveHost;
  /** Without one there is no dashboard. */
  readonly dashboardPassword?: string;
  /** Where people sign in to the dashboard. */
  readonly operatorProvider?: OperatorProvider;
  /** Default: an empty one. */
  readonly store?: Store;
  readonly lifecycle?: Lifecycle;
  /** Called while the service sleeps, which it does only for the slow provider. */
  readonly whileSleeping?: () => Promise<void>;
  /** Default: very low, because most tests only need a session. */
  readonly passwordCost?: ScryptOptions;
  /** Default: every line is kept; use `silent` for long runs. */
  readonly logLevel?: 'trace' | 'silent';
}

/** The service in process, with a clock that only the test moves. */
export interface TestService {
  readonly app: Hono;
  readonly store: Store;
  /** The service's sleeps, in milliseconds. */
  readonly slept: number[];
  /** Returns the whole log. */
  readLog(): string;
  advance(durationMs: number): void;
  /** Does the service's work of every second: revokes the given-up grants that are due. */
  revokeDue(): Promise<void>;
  /** Does the service's constant work: sends the events that are due to their webhooks. */
  deliverDue(): Promise<void>;
  /** POST from a backend. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** POST from the Connect page. */
  postFromPage(path: string, body: unknown): Promise<Response>;
}

export async function createTestService(options: ServiceOptions = {}): Promise<TestService> {
  const { applications = [testApplication, liveApplication], assets = noAssets } = options;
  const store = options.store ?? (await openTestStore());
  for (const application of applications) await store.applications.register(application);
  const lines: string[] = [];
  const slept: number[] = [];
  let now = 1_700_000_000_000;
  const log = createLogger(options.logLevel ?? 'trace', { write: (line) => lines.push(line) });
  const metrics = createMetrics();
  const config = {
    publicUrl,
    codeTtlMs: 60_000,
    submissionLimit: 100,
    trustedProxies: noProxies,
    isLoopback: true,
    ...options.config,
  };
  const app = createApp({
    config,
    store,
    log,
    metrics,
    clock: {
      now: () => now,
      async sleep(durationMs) {
        slept.push(durationMs);
        await options.whileSleeping?.();
      },
    },
    assets,
    lifecycle: options.lifecycle ?? createLifecycle(),
    dashboardPassword: options.dashboardPassword ?? '',
    operatorProvider: options.operatorProvider,
    passwordCost: options.passwordCost ?? { N: 2, r: 1, p: 1 },
    rateLimits: { ...defaultRateLimits, ...options.rateLimits },
    ...(options.providers ? { providers: options.providers } : {}),
    ...(options.resolveHost ? { resolveHost: options.resolveHost } : {}),
    ...(options.streamLimits ? { streamLimits: options.streamLimits } : {}),
  });

  checkAnswers(app);

  async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    };
    return await app.request(path, init);
  }

  return {
    app,
    store,
    slept,
    readLog: () => lines.join(''),
    advance(durationMs) {
      now += durationMs;
    },
    async revokeDue() {
      const { providers } = options;
      if (!providers) return;
      await createRevoker({
        store,
        providers,
        clock: { now: () => now },
        log,
        metrics,
      }).runDue();
    },
    async deliverDue() {
      const { providers, resolveHost } = options;
      if (!providers) return;
      await createDeliverer({
        store,
        seal: providers.seal,
        clock: { now: () => now },
        log,
        metrics,
        send: createSender(resolveHost),
        findRules: createFindRules(config),
      }).runDue();
    },
    post,
    postFromPage: (path, body) =>
      post(path, body, { Origin: options.config?.publicUrl ?? publicUrl }),
  };
}

/** Compares each response of every test with `/openapi.json`. */
function checkAnswers(app: Hono): void {
  const request = app.request;
  app.request = async (...parameters) => {
    const response = await request(...parameters);
    const [input, init] = parameters;
    const { pathname } = new URL(input instanceof Request ? input.url : input, publicUrl);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const body = typeof init?.body === 'string' ? init.body : undefined;
    await assertDescribed({ method, pathname, body, response });
    return response;
  };
}

/** The JSON of a response. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

/** Status and `error` of a response. */
export async function readError(response: Response): Promise<readonly [number, unknown]> {
  return [response.status, (await readJson(response)).error];
}

/** Loads the Connect page and returns the flow token in its document. */
export async function openPage(
  service: TestService,
  query: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const html = await (await service.app.request(`/connect?${query}`, { headers })).text();
  const [, data = '{}'] =
    /<script type="application\/json" id="flow">(.*?)<\/script>/.exec(html) ?? [];
  return (JSON.parse(data) as { flow_token: string }).flow_token;
}

/** A flow with the page's requests. */
export interface TestFlow {
  readonly token: string;
  send(step: string, fields?: object): Promise<Response>;
}

export async function startFlow(
  service: TestService,
  { clientId = 'test_app', state = null as string | null, origin = hostOrigin } = {},
): Promise<TestFlow> {
  const token = await openPage(service, `client_id=${clientId}`);
  const flow = createFlow(service, token);
  await flow.send('start', { origin, nonce, state });
  return flow;
}

export function createFlow(
  service: TestService,
  token: string,
  headers: Record<string, string> = {},
): TestFlow {
  return {
    token,
    send: (step, fields = {}) =>
      service.post(
        `/connect/flow/${step}`,
        { flow_token: token, ...fields },
        { Origin: publicUrl, ...headers },
      ),
  };
}

/** The page of a window asks its user, who has opened the window, and joins. */
export async function joinByHandoff(popup: TestFlow, handoff: string): Promise<Response> {
  const asked = await popup.send('ask', { handoff });
  return asked.ok ? await popup.send('join', { handoff }) : asked;
}

/** A flow after the user has picked the sandbox. */
export async function startLogin(service: TestService): Promise<TestFlow> {
  const flow = await startFlow(service);
  await flow.send('provider', { provider_id: 'sandbox' });
  return flow;
}

export const logIn = (flow: TestFlow, username: string, password = 'pass_good') =>
  flow.send('login', { username, password });

export const redirectQuery = (uri = redirectUri, state?: string) =>
  `client_id=test_app&redirect_uri=${encodeURIComponent(uri)}${
    state === undefined ? '' : `&state=${encodeURIComponent(state)}`
  }`;

/** A redirect flow at its consent. */
export async function startRedirectFlow(
  service: TestService,
  {
    uri = redirectUri,
    state,
    query = redirectQuery(uri, state),
  }: { uri?: string; state?: string; query?: string } = {},
): Promise<TestFlow> {
  const flow = createFlow(service, await openPage(service, query));
  await flow.send('start');
  await flow.send('provider', { provider_id: 'sandbox' });
  await logIn(flow, 'user_good');
  return flow;
}

/** Ends a redirect flow. @returns the address where the browser goes */
export async function leaveBy(flow: TestFlow, decision: string): Promise<string> {
  return String((await readJson(await flow.send('consent', { decision }))).location);
}

/** Issues a code by a whole embedded flow. */
export async function issueCode(service: TestService, state: string | null = null) {
  const flow = await startFlow(service, { state });
  await flow.send('provider', { provider_id: 'sandbox' });
  await logIn(flow, 'user_good');
  const { code } = await readJson(await flow.send('consent', { decision: 'allow' }));
  return String(code);
}

/** Issues a code by the sandbox endpoint. */
export async function issueSandboxCode(service: TestService, fields: object = {}): Promise<string> {
  const response = await service.post('/sandbox/authorization_codes', {
    ...credentials,
    ...fields,
  });
  return String((await readJson(response)).code);
}

export const exchange = (service: TestService, fields: object) =>
  service.post('/auth/token', { ...credentials, ...fields });

/** Exchanges a code of the test application without a request, so that several codes certainly share a transaction. */
export const exchangeDirectly = (store: Store, code: string, now = 1_700_000_000_000) =>
  store.codes.exchange({
    clientId: credentials.client_id,
    environment: 'test',
    codeHash: hashSecret(code),
    ...{ redirectUri: null, codeChallenge: null, tokenExpiresAt: null },
    tokenHash: hashSecret(`token of ${code}`),
    caller: new AbortController().signal,
    now,
  });

/** True if an access token is valid. */
export async function isTokenValid(store: Store, accessToken: string): Promise<boolean> {
  return (await store.accounts.findByToken(hashSecret(accessToken), 0)) !== undefined;
}
