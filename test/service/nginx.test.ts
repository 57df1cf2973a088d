import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { maxOriginLength } from '../../src/connect/service/addresses/host-origin.ts';
import { maxAddresses } from '../../src/connect/service/applications/registered-application.ts';
import type { RunningService } from '../../src/connect/service/start-service.ts';
import { isLongRun } from '../support/extent.ts';
import { findNginx } from '../support/find-programs.mjs';
import { findFreePort } from '../support/free-port.ts';
import { startOnNetwork } from './network.ts';
import { credentials, testApplication } from './test-application.ts';
import { bearer } from './world.ts';

const guide = readFileSync('demo/docs/deploy.md', 'utf8');
const step = guide.slice(guide.indexOf('### 4. nginx'));
const nginx = findNginx() ?? 'nginx';

let folder: string;
let port: number;
let redirectPort: number;
let service: RunningService;
let proxy: ChildProcess;

/** The file that the guide copies, with this test's ports and paths. */
function writeConfiguration(): string {
  const own = readFileSync('src/connect/deploy/nginx.conf', 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${redirectPort};`)
    .replace('listen 443 ssl ', `listen 127.0.0.1:${port} ssl `)
    .replace('127.0.0.1:4400', `127.0.0.1:${service.listenPort}`)
    .replaceAll(/\/etc\/ssl\/\w+\/|\/var\/log\/nginx\//g, `${folder}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  const head = `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\n`;
  writeFileSync(file, `${head}http {\n${temporary}\n${own}\n}\n`);
  return file;
}

/** The guide's command for a certificate. */
function createCertificate(): void {
  const [, command = ''] = /```sh\n(openssl req[\s\S]*?)```/.exec(step) ?? [];
  const own = command.replaceAll(/\/etc\/ssl\/\w+\//g, `${folder}/`);
  execFileSync('sh', ['-e', '-c', own], { stdio: 'pipe' });
}

/** The public address, and what a browser with the certificate's authority knows about it. */
const findProxy = () => ({
  ...{ host: '127.0.0.1', port, servername: 'connect.example' },
  ca: readFileSync(join(folder, 'connect.example.pem')),
});

async function send(path: string, body?: unknown, more: Record<string, string> = {}) {
  const headers = { Host: 'connect.example', 'Content-Type': 'application/json', ...more };
  const method = body ? 'POST' : 'GET';
  const sent = request({ ...findProxy(), path, method, headers });
  sent.end(body ? JSON.stringify(body) : undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const requestId = String(response.headers['x-request-id']);
  return { status: response.statusCode, requestId, body: await text(response) };
}

describe.runIf(isLongRun)('nginx with the configuration of the guide', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'connect-nginx-'));
    [port, redirectPort] = [await findFreePort(), await findFreePort()];
    const environment = {
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://connect.example',
      TRUST_PROXY: '127.0.0.1',
      METRICS_TOKEN: 'm'.repeat(32),
    };
    // The Connect page names every registered origin in one header.
    const origins = Array.from({ length: maxAddresses }, (_, index) =>
      `https://${index}.example`.padEnd(maxOriginLength, 'e'),
    );
    service = await startOnNetwork(environment, {
      applications: [{ ...testApplication, origins }],
    });
    createCertificate();
    const file = writeConfiguration();
    execFileSync(nginx, ['-t', '-c', file], { stdio: 'pipe' });
    proxy = spawn(nginx, ['-c', file], { stdio: 'ignore' });
    await vi.waitFor(() => send('/readyz'), { timeout: 10_000 });
  });

  afterAll(async () => {
    proxy?.kill('SIGTERM');
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('connects an account, and logs no query', async () => {
    const { body } = await send('/sandbox/authorization_codes', credentials);
    const { code } = JSON.parse(body) as { code: string };
    const exchanged = await send('/auth/token', { ...credentials, code });
    const { access_token } = JSON.parse(exchanged.body) as { access_token: string };
    const account = await send('/account', undefined, bearer(access_token));
    const page = await send('/connect?client_id=test_app&state=hidden');
    const readLog = () => readFileSync(join(folder, 'connect.log'), 'utf8');

    expect([exchanged.status, account.status, page.status]).toEqual([200, 200, 200]);
    await expect.poll(readLog).toContain(` ${page.requestId}\n`);
    expect(readLog()).toContain('GET /connect 200');
    expect(readLog()).not.toContain('hidden');
  });

  it('offers browsers one connection for all of their tabs', async () => {
    const socket = connect({ ...findProxy(), ALPNProtocols: ['h2'] });
    await once(socket, 'secureConnect');
    expect(socket.alpnProtocol).toBe('h2');
    socket.destroy();
  });

  it('does not show the metrics, not even with the token', async () => {
    const headers = bearer('m'.repeat(32));
    const direct = await fetch(`http://127.0.0.1:${service.listenPort}/metrics`, { headers });

    expect(direct.status).toBe(200);
    expect((await send('/metrics', undefined, headers)).status).toBe(404);
  });
});
