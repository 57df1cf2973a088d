import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminToken, hostileRequests, type Sent } from '../../../service/hostile-requests.ts';
import { publicUrl, testApplication } from '../../../service/test-application.ts';
import type { Sample, ServerBenchmark } from '../benchmark.ts';
import { startConnectService } from '../support/processes.ts';
import { createRatio } from '../support/ratio.ts';
import { createSamples } from '../support/samples.ts';

/** A flow ends after 20 failed sign-ins, and a round uses one flow. */
const pairsPerRound = 8;
const aim = 5;
const nonce = 'n'.repeat(43);

/** The time of each request with a long but allowed value, beside the plain request right before it. */
export const hostileBenchmark: ServerBenchmark = {
  name: 'hostile',
  async run({ rounds }) {
    const folder = mkdtempSync(join(tmpdir(), 'tax-connect-hostile-'));
    const service = await startService(folder);
    try {
      const send = createSend(service.listenPort);
      const taken = new Map<string, Sample[]>();
      for (const [name, plain, hostile] of hostileRequests) {
        const pairs: Sample[] = [];
        // The first round warms up.
        for (let round = 0; round <= rounds; round += 1) {
          const flowToken = await send.startFlow();
          for (let pair = 0; pair < pairsPerRound; pair += 1) {
            const plainMs = await send.time(plain, flowToken);
            const hostileMs = await send.time(hostile, flowToken);
            if (round > 0) pairs.push({ plainMs, hostileMs });
          }
        }
        taken.set(name, pairs);
      }
      const samples = createSamples(taken);
      const rows = hostileRequests.map(([name]) => {
        const line = { label: `hostile ÷ plain, ${name}`, aim };
        return createRatio(samples, { ...line, of: [name, 'hostileMs'], to: [name, 'plainMs'] });
      });
      return { name: 'hostile', samples, rows };
    } finally {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function startService(folder: string) {
  const file = join(folder, 'applications.json');
  writeFileSync(file, JSON.stringify([testApplication]), { mode: 0o600 });
  return await startConnectService(
    {
      ...{ DATA_DIR: folder, APPLICATIONS_FILE: file },
      ...{ TRUST_PROXY: '127.0.0.1,::1', SUBMISSION_LIMIT: '10000', ADMIN_TOKEN: adminToken },
    },
    join(folder, 'service.log'),
  );
}

function createSend(port: number) {
  const own = `http://localhost:${port}`;
  let count = 0;
  /** The built name of the page's script, which is `a.js` in the requests. */
  let script = 'a.js';
  /** Another network each time, because limits count networks. */
  const send = async ([path, init]: Sent) => {
    count += 1;
    const address: Record<string, string> = {
      'X-Forwarded-For': `2001:db8:${count.toString(16)}::1`,
    };
    const headers = { ...address, ...(init?.headers as Record<string, string>) };
    if (headers.Origin === publicUrl) headers.Origin = own;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
    return await answer.text();
  };
  const fillIn = (body: string, flowToken: string) =>
    body.replace('FLOW', flowToken).replace(publicUrl, own);
  const post = (step: string, fields: object) =>
    send([
      `/connect/flow/${step}`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: publicUrl },
        body: JSON.stringify(fields),
      },
    ]);
  return {
    /** @returns the token of a flow at the login of the Sandbox */
    async startFlow(): Promise<string> {
      const page = await send([`/connect?client_id=${testApplication.client_id}`]);
      script = /\/connect\/assets\/([\w-]+\.js)/.exec(page)?.[1] ?? script;
      const flow_token = /"flow_token":"([^"]+)"/.exec(page)?.[1] ?? '';
      await post('start', { flow_token, origin: 'http://localhost:4401', nonce, state: null });
      const answer = await post('provider', { flow_token, provider_id: 'sandbox' });
      if (!answer.includes('login')) throw new Error(`No flow reached the login: ${answer}`);
      return flow_token;
    },
    async time([path, init]: Sent, flowToken: string): Promise<number> {
      const body = typeof init?.body === 'string' ? fillIn(init.body, flowToken) : null;
      const address = path.replace('a.js', script);
      const start = performance.now();
      await send([address, { ...init, body }]);
      return performance.now() - start;
    },
  };
}
