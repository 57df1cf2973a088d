import type { LoginOutcome, ProviderPlugin } from 'tax-connect/providers';
import { beforeEach, expect, it } from 'vitest';
import type { TestService } from './harness.ts';
import { fake, servePlugin } from './plugin-service.ts';
import { connect, createProvider } from './record-provider.ts';
import { readError } from './world.ts';

let service: TestService;
let outcome: LoginOutcome | Error;
let users = 0;

const plugin: ProviderPlugin = {
  ...fake,
  async begin() {
    if (outcome instanceof Error) throw outcome;
    return outcome;
  },
};

beforeEach(async () => {
  service = await servePlugin(plugin);
  outcome = { status: 'failed' };
});

/** Each sign-in is another person's, because attempts at one account are limited. */
async function signIn() {
  const flow = await service.startAt();
  users += 1;
  return await flow.logIn(`user_${users}`, 'pass');
}

async function signInOften(count: number) {
  for (let number = 0; number < count; number += 1) await signIn();
}

const countLines = (message: string) => service.readLog().split(`"${message}"`).length - 1;

it('counts the steps of sign-ins by provider and outcome, with their seconds', async () => {
  await signIn();
  outcome = { status: 'refused' };
  await signIn();
  outcome = { status: 'accepted', subject: 's', label: 'A person' };
  await signIn();
  const metrics = await service.readMetrics();

  for (const one of ['failed', 'refused', 'accepted']) {
    expect(metrics).toContain(
      `connect_provider_sign_ins_total{provider="fake",outcome="${one}"} 1`,
    );
  }
  expect(metrics).toContain('connect_provider_seconds_count{provider="fake",call="sign_in"} 3');
});

it('says once that 20 sign-ins in a row have failed, until the provider answers again', async () => {
  // A wrong password is an answer.
  for (const _ of [1, 2]) {
    outcome = { status: 'refused' };
    await signIn();
    outcome = new Error('down');
    await signInOften(19);
  }
  const before = countLines('provider keeps failing');
  await signInOften(3);
  const during = [countLines('provider keeps failing'), await service.readMetrics()];
  outcome = { status: 'refused' };
  await signIn();
  const after = await service.readMetrics();
  outcome = { status: 'failed' };
  await signInOften(20);
  const failed = await signIn();
  outcome = { status: 'refused' };
  await signIn();

  expect(before).toBe(0);
  expect(during).toEqual([
    1,
    expect.stringContaining('connect_provider_failing{provider="fake"} 1'),
  ]);
  expect(countLines('provider keeps failing')).toBe(2);
  expect(countLines('provider has recovered')).toBe(2);
  expect(after).toContain('connect_provider_failing{provider="fake"} 0');
  expect(await readError(failed)).toEqual([502, 'provider_unavailable']);
});

it('counts reads by provider and outcome', async () => {
  const { plugin: withRecords, records } = createProvider();
  const reading = await servePlugin(withRecords);
  const { get } = await connect(reading);
  await get('/records');
  records.list.mockResolvedValue({ status: 'failed' });
  await get('/records');
  const metrics = await reading.readMetrics();

  const provider = `provider="${withRecords.info.id}"`;
  expect(metrics).toContain(`connect_provider_reads_total{${provider},outcome="ok"} 1`);
  expect(metrics).toContain(`connect_provider_reads_total{${provider},outcome="failed"} 1`);
  expect(metrics).toContain(`connect_provider_seconds_count{${provider},call="read"} 2`);
});
