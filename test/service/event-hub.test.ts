import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import type { StoreLocation } from '../../src/connect/service/store/open-database.ts';
import { isLongRun } from '../support/extent.ts';
import {
  connectClient,
  createTestDatabase,
  isPostgres,
  openTestStoreAt,
  readTestClient,
} from './database.ts';
import { listen, startFrame } from './handoff-harness.ts';
import { createTestService, type TestService } from './harness.ts';
import { inTurn, type TestFlow } from './world.ts';

let location: StoreLocation;
const heard: ReturnType<typeof listen>[] = [];

beforeEach(async () => {
  location = await createTestDatabase();
});

afterEach(async () => {
  for (const { cancel, ended } of heard.splice(0)) {
    await cancel();
    await ended.catch(() => undefined);
  }
});

/** A process of the service, on the database of this test. */
const startProcess = async () => createTestService({ store: await openTestStoreAt(location) });

/** Frames that wait for their windows, and listen. */
async function startWaiting(service: TestService, frames: number) {
  const flows = await inTurn(frames, async () => (await startFrame(service)).frame);
  const streams = flows.map(listen);
  heard.push(...streams);
  const waiting = { handoff: 'waiting', step: 'select', provider_id: null };
  for (const { events } of streams) await expect.poll(() => events).toEqual([waiting]);
  return flows.map((flow, index) => ({ flow, events: streams[index]?.events ?? [] }));
}

/** Changes the database as another process does. */
async function fail(service: TestService, { flow }: { readonly flow: TestFlow }) {
  await service.store.handoffs.refuse(await findFlow(service, flow));
}

async function findFlow({ store }: TestService, { token }: TestFlow) {
  const found = await store.flows.find(hashSecret(token));
  if (!found) throw new Error('There is a flow.');
  return found;
}

const lastOf = (events: readonly Record<string, unknown>[]) => events.at(-1)?.handoff;

it('a window hears what another process has done, and only that window', async () => {
  const service = await startProcess();
  const other = await startProcess();
  const [first, second] = await startWaiting(service, 2);
  if (!first || !second) throw new Error('Two frames wait.');

  await fail(other, first);

  await expect.poll(() => lastOf(first.events)).toBe('refused');
  expect(lastOf(second.events)).toBe('waiting');
});

it('a window hears of a transaction that ends after a later one, beside an old one of another database', async () => {
  // Not the template of the tests' databases, to which no client may be connected.
  const elsewhere = location.databaseUrl?.replace(/[^/]+$/, 'template1');
  if (elsewhere) await (await connectClient(elsewhere)).query('BEGIN; SELECT pg_current_xact_id()');
  const service = await startProcess();
  const [first, slow, fast] = await startWaiting(service, 3);
  const client = readTestClient();
  if (!first || !slow || !fast) throw new Error('Three frames wait.');
  // The first read of the changes wakes every window.
  await fail(service, first);
  await expect.poll(() => lastOf(first.events)).toBe('refused');
  const refuse = "UPDATE flows SET handoff_state = 'refused' WHERE token_hash = $1";
  await client?.query('BEGIN');
  await client?.query(refuse, [hashSecret(slow.flow.token)]);

  await fail(service, fast);
  await expect.poll(() => lastOf(fast.events)).toBe('refused');
  expect(lastOf(slow.events)).toBe('waiting');
  if (client) await client.query('COMMIT');
  else await fail(service, slow);

  await expect.poll(() => lastOf(slow.events)).toBe('refused');
});

it('when the database fails, every window is told to ask again, once in the log', async () => {
  const service = await startProcess();
  const [frame] = await startWaiting(service, 3);
  if (!frame) throw new Error('A frame waits.');

  vi.spyOn(service.store, 'listFlowChanges').mockRejectedValueOnce(new Error('lost connection'));
  await Promise.all(heard.map(({ ended }) => ended));
  const again = listen(frame.flow);
  heard.push(again);
  await expect.poll(() => lastOf(again.events)).toBe('waiting');
  await fail(service, frame);
  await expect.poll(() => lastOf(again.events)).toBe('refused');

  expect(service.readLog().match(/event streams? failed/g)).toHaveLength(1);
});

it.runIf(isLongRun || !isPostgres)(
  'a window that waits in silence is written to after 25 seconds, so that no proxy closes its stream',
  async () => {
    const service = await startProcess();
    const { frame } = await startFrame(service);
    const { body } = await frame.send('events');
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();

    const first = await reader?.read();
    service.advance(25_000);
    const next = await reader?.read();
    await reader?.cancel();

    expect(first?.value).toMatch(/^data: .*"waiting".*\n\n$/);
    expect(next?.value).toBe(':\n\n');
  },
);
