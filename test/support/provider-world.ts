import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHosts } from '../../demo/hosts/server.ts';
import { findFreePort } from './free-port.ts';
import { refreshModule } from './fresh-module.ts';
import { listen, stop } from './listen.ts';
import { type OidcServer, startOidcServer } from './oidc/start-oidc-server.ts';
import { readUrl } from './service-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = 'demo/examples/provider/providers.mjs';
const client = { clientId: 'connect', clientSecret: 'secret of the Connect service' };

/** `npm run service` with both providers of the example's module, and the demo application. */
export interface ProviderWorld {
  /** `http://app.localhost:…` */
  readonly appUrl: string;
  /** `http://connect.localhost:…` */
  readonly connectUrl: string;
  /** The provider with its own site. */
  readonly oidc: OidcServer;
  close(): Promise<void>;
}

/** @returns the running world, whose `close` must be called */
export async function startProviderWorld(): Promise<ProviderWorld> {
  mkdirSync(join(root, 'test/.output'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test/.output/providers-'));
  const [connectPort, appPort] = [await findFreePort(), await findFreePort()];
  const connectUrl = `http://connect.localhost:${connectPort}`;
  const appUrl = `http://app.localhost:${appPort}`;
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const application = {
    name: 'Tally',
    client_id: `app_${randomBytes(4).toString('hex')}`,
    client_secret: randomBytes(32).toString('hex'),
    environment: 'live',
    redirect_uris: [`${appUrl}/callback`],
    origins: [appUrl],
    webhooks: [{ url: `${appUrl}/hooks`, types: 'all', secret: webhookSecret }],
  };
  const applications = join(folder, 'applications.json');
  writeFileSync(applications, JSON.stringify([application]));
  const [oidc, taxProvider] = await Promise.all([
    startOidcServer({ ...client, redirectUri: `${connectUrl}/connect/return` }),
    startTaxProvider(),
  ]);
  const service = await startService({
    PORT: String(connectPort),
    PUBLIC_URL: connectUrl,
    DATA_DIR: folder,
    APPLICATIONS_FILE: applications,
    PROVIDERS_MODULE: example,
    GRANT_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_HOSTS: 'app.localhost',
    TAX_PROVIDER_URL: taxProvider.url,
    ...describeOrchard(oidc.issuer),
  });
  const hosts = await startHosts({
    listenPort: appPort,
    publicUrl: appUrl,
    connectBaseUrl: `http://127.0.0.1:${connectPort}`,
    connectUrl: `${connectUrl}/connect`,
    clientId: application.client_id,
    clientSecret: application.client_secret,
    webhookSecret,
  });
  return {
    appUrl,
    connectUrl,
    oidc,
    async close() {
      await Promise.all([hosts, service, oidc, taxProvider].map((one) => one.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The example's provider over HTTP, and the part of its state that a test reads. */
export interface TaxProvider {
  readonly url: string;
  readonly grants: Map<string, unknown>;
  readonly tokens: Map<string, unknown>;
  readonly sent: readonly string[];
  close(): Promise<void>;
}

/** @param options - of the provider: how long a slow answer takes */
export async function startTaxProvider(options: { slowMs?: number } = {}): Promise<TaxProvider> {
  const file = new URL('../../demo/examples/provider/tax-provider.mjs', import.meta.url);
  const { createTaxProvider } = (await import(file.href)) as {
    createTaxProvider(given: object): Omit<TaxProvider, 'url' | 'close'> & { server: Server };
  };
  const { server, ...state } = createTaxProvider(options);
  const port = await listen(server);
  return { ...state, url: `http://127.0.0.1:${port}`, close: () => stop(server) };
}

/** Starts the example's provider with its own site. */
export const startOrchardTax = (): Promise<OidcServer> => startOidcServer(client);

/**
 * @param providers - that run; the worker's environment may have those of another file
 * @returns the example's module of plug-ins, which reads the environment when it is loaded
 */
export function findExampleProviders(providers: {
  readonly cedar?: string;
  readonly orchard?: string;
}) {
  const { cedar = '', orchard = '' } = providers;
  Object.assign(process.env, { TAX_PROVIDER_URL: cedar, ...describeOrchard(orchard) });
  return refreshModule(new URL(`../../${example}`, import.meta.url));
}

const describeOrchard = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client.clientId,
  OIDC_CLIENT_SECRET: client.clientSecret,
});

/** Started as operators do. npm prints the script's name, and ends with the service. */
async function startService(environment: Readonly<Record<string, string>>) {
  const child = spawn('npm', ['run', '--silent', 'service'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  await readUrl(child);
  return {
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
