import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'vite';
import { startOidcServer, visitOidcServer } from '../support/oidc/start-oidc-server.ts';
import type { ServiceBuild } from '../support/service-process.ts';
import { actAt } from './network.ts';
import { live } from './test-application.ts';
import { bearer } from './world.ts';

const client = { clientId: 'connect', clientSecret: 'secret of the Connect service' };

/** A module with a plug-in that lists the records of the authorization server's API. */
const moduleText = (issuer: string) => `
import { createOidcProvider } from './providers.js';
export default [createOidcProvider({
  issuer: '${issuer}',
  clientId: '${client.clientId}',
  clientSecret: '${client.clientSecret}',
  info: { id: 'orchard', name: 'Orchard Tax', domain: 'orchard.example' },
  scope: 'openid offline_access',
  records: ({ fetch }) => ({
    async list() {
      const response = await fetch('${issuer}/api/records');
      return { status: 'ok', value: { records: await response.json() } };
    },
    read: async () => ({ status: 'not_found' }),
  }),
})];`;

/** Starts an authorization server with an API, whose refresh tokens work once. */
export async function startOidcWorld(build: ServiceBuild) {
  const provider = await startOidcServer(client);
  await bundle({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src/sdk/providers.ts', outDir: build.folder, emptyOutDir: false },
  });
  const module = join(build.folder, 'oidc.mjs');
  writeFileSync(module, moduleText(provider.issuer));
  return {
    provider,
    /** @returns a process of the service, which connects people at this provider */
    start: (environment: Readonly<Record<string, string>>) =>
      build.start({
        ...environment,
        DASHBOARD_PASSWORD: 'kept across restarts',
        PROVIDERS_MODULE: module,
        GRANT_KEY: Buffer.alloc(32, 7).toString('base64'),
        APPLICATIONS_FILE: build.write('applications.json', [live]),
      }),
    /** Connects a person through a process of the service. @returns the headers of the application */
    async connect(serviceUrl: string) {
      const acts = actAt(serviceUrl);
      const flow = await acts.startFlow({ clientId: live.client_id });
      await flow.pick('orchard');
      const { url } = await flow.leaveForSite();
      await provider.control({ redirect: url.searchParams.get('redirect_uri') ?? '' });
      const back = await visitOidcServer(url.href);
      await flow.comeBack(back.search.slice(1));
      return bearer((await acts.finish(await flow.allow(), live)).token);
    },
  };
}
