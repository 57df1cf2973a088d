import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../support/free-port.ts';
import { startConnectService } from './processes.ts';
import { startSites } from './sites.ts';

/** The built Connect service in a separate process, and a host on another site. */
export interface BenchWorld {
  readonly clientId: string;
  /** Address of the real Connect page, without a query. */
  readonly connectUrl: string;
  /** Address of a Connect page with 1,000 providers. */
  readonly thousandConnectUrl: string;
  /** @returns address of a host's page that opens Connect as `contender` does */
  hostPageUrl(contender: string, connectUrl: string): string;
  close(): Promise<void>;
}

/**
 * Starts everything on free ports: the service from dist/connect with a database on disk, as users run it.
 *
 * @returns the running world, whose `close` must be called
 * @throws Error when the service does not start; build the package and the demo first
 */
export async function startBenchWorld(): Promise<BenchWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-bench-'));
  // Runs after Ctrl+C, too, which Playwright turns into an exit.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [servicePort, hostPort, scriptedPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const hostUrl = `http://host.localhost:${hostPort}`;
  const serviceUrl = `http://connect.localhost:${servicePort}`;
  const clientId = `bench_${randomBytes(4).toString('hex')}`;
  const application = {
    name: 'Bench',
    client_id: clientId,
    client_secret: randomBytes(32).toString('hex'),
    environment: 'test',
    redirect_uris: [],
    origins: [hostUrl],
  };
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify([application]));
  const environment = {
    PORT: `${servicePort}`,
    PUBLIC_URL: serviceUrl,
    DATA_DIR: folder,
    APPLICATIONS_FILE: applicationsFile,
  };
  const service = await startConnectService(environment, join(folder, 'service.log'));
  const sites = await startSites(hostPort, scriptedPort);
  return {
    clientId,
    connectUrl: `${serviceUrl}/connect`,
    thousandConnectUrl: `http://connect.localhost:${scriptedPort}/scripted-connect-thousand`,
    hostPageUrl(contender, connectUrl) {
      const parameters = { client_id: clientId, connect_url: connectUrl };
      return `${hostUrl}/${contender}?${new URLSearchParams(parameters)}`;
    },
    async close() {
      await sites.close();
      await service.close();
    },
  };
}
