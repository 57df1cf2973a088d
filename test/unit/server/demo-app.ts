import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Hosts, startHosts } from '../../../demo/hosts/server.ts';
import { startServer } from './raw-http.ts';
import { clientSecret, webhookSecret } from './support.ts';

/**
 * The demo's application, with its unbuilt templates as pages.
 *
 * @param answer - answers as the Connect service
 * @param log - gets the application's lines
 */
export async function startDemo(answer: RequestListener, log: string[]): Promise<Hosts> {
  const service = await startServer(answer);
  const hosts = await startHosts({
    listenPort: 0,
    connectBaseUrl: service.origin,
    connectUrl: 'http://connect.localhost:4400/connect',
    clientId: 'app_test',
    clientSecret,
    webhookSecret,
    pagesFolder: fileURLToPath(new URL('../../../demo/hosts', import.meta.url)),
    log: (line) => log.push(line),
  });
  return {
    ...hosts,
    close: async () => void (await Promise.all([hosts.close(), service.close()])),
  };
}
