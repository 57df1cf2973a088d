import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../support/free-port.ts';
import { startSites } from './sites.ts';

const startTimeoutMs = 30_000;
const pollMs = 50;

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
  const service = await startService({
    PORT: `${servicePort}`,
    PUBLIC_URL: serviceUrl,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    APPLICATIONS_FILE: applicationsFile,
  });
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

async function startService(
  environment: Readonly<Record<string, string>>,
): Promise<{ close(): Promise<void> }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ['dist/connect/service/main.js'], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve());
    child.once('error', reject);
  });
  // Runs after Ctrl+C and crashes, too, so that nothing is left behind.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const deadline = Date.now() + startTimeoutMs;
  while (!(await answers(`http://127.0.0.1:${environment.PORT}/healthz`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      kill();
      throw new Error('The Connect service did not start.');
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return {
    async close() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // The service is not listening yet.
    return false;
  }
}
