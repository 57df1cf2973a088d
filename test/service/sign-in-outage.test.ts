import type { CredentialProvider, LoginOutcome } from 'tax-connect/providers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGrantWriter } from '../../src/connect/service/flow/grant-writer.ts';
import { createLifecycle } from '../../src/connect/service/http/lifecycle.ts';
import { createTestService } from './harness.ts';
import { createOutageError, prepareOutage } from './outage.ts';
import { fake, fakeSite, loadOnly } from './plugin-service.ts';
import { stopClock } from './stopped-clock.ts';
import { live, second } from './test-application.ts';
import { readError, readJson } from './world.ts';

const unavailable = [503, 'server_error'];

afterEach(() => void vi.useRealTimers());

/** A provider that gives each sign-in another grant. `during` runs when it has given one. */
async function serve() {
  const during: { run: () => unknown } = { run() {} };
  let count = 0;
  const accept = async (): Promise<LoginOutcome> => {
    count += 1;
    const grant = `grant ${count}`;
    await during.run();
    return { status: 'accepted', subject: 'person', label: 'person', grant };
  };
  const plugin = {
    ...fake,
    begin: vi.fn<CredentialProvider['begin']>(accept),
    revoke: vi.fn(async () => {}),
  };
  const redirect = {
    ...fakeSite,
    info: { ...fake.info, id: 'site', name: 'Site Tax' },
    complete: vi.fn(accept),
    revoke: plugin.revoke,
  };
  const lifecycle = createLifecycle();
  const service = await createTestService({
    applications: [live],
    lifecycle,
    providers: loadOnly(plugin, redirect),
  });
  const outage = prepareOutage(service.store);
  return { service, lifecycle, plugin, redirect, during, outage };
}

/** A person is about to sign in, and the clock is stopped. */
async function serveSignIn() {
  const world = await serve();
  const flow = await world.service.startAt();
  stopClock();
  return { ...world, flow };
}

describe('the database goes away while a person signs in', {
  tags: ['threat-49', 'threat-69'],
}, () => {
  it('for 2.5 s: the sign-in waits, and goes on', async () => {
    const { plugin, during, outage, flow } = await serveSignIn();
    during.run = () => outage.takeAwayFor(2.5 * second);

    const { value: answer } = await outage.move(flow.logIn());

    expect(await readJson(answer)).toMatchObject({ step: 'consent' });
    expect((await flow.send('consent', { decision: 'allow' })).status).toBe(200);
    expect(plugin.revoke).not.toHaveBeenCalled();
  });

  it('for 60 s: it is refused as our fault, and sending it again finds the grant', async () => {
    const { service, plugin, during, outage, flow } = await serveSignIn();
    during.run = () => outage.takeAwayFor(60 * second);

    const { value: answer } = await outage.move(flow.logIn());
    await outage.pass(65);
    const again = await flow.logIn();
    await service.revokeDue();

    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(await readError(answer)).toEqual(unavailable);
    expect(service.readLog()).not.toContain('provider failed');
    expect(await readJson(again)).toMatchObject({ step: 'consent' });
    expect(plugin.begin).toHaveBeenCalledOnce();
    expect(plugin.revoke).not.toHaveBeenCalled();
  });

  it('for 60 s, and the person has left when it is back: the grant is revoked', async () => {
    const { service, plugin, during, outage, flow } = await serveSignIn();
    during.run = outage.takeAway;

    await outage.move(flow.logIn());
    await outage.pass(60);
    outage.giveBack();
    const left = await flow.send('back');
    await outage.pass(5);
    await service.revokeDue();

    expect(left.status).toBe(200);
    expect(plugin.revoke.mock.calls).toEqual([['grant 1', expect.anything()]]);
  });

  it('after COMMIT: the sign-in goes on, and its grant is not revoked', async () => {
    const { service, plugin, during, outage, flow } = await serveSignIn();
    during.run = () => outage.loseAnswer('flows', 'move');

    const { value: answer } = await outage.move(flow.logIn());
    await service.revokeDue();

    expect(await readJson(answer)).toMatchObject({ step: 'consent' });
    expect(await service.store.revocations.count()).toBe(0);
    expect(plugin.revoke).not.toHaveBeenCalled();
  });

  it('at the site of the provider: coming back again finds the grant', async () => {
    const { service, redirect, during, outage } = await serve();
    const flow = await service.startAt('site');
    const query = `code=abc&state=${(await flow.leaveForSite()).state}`;
    stopClock();
    during.run = () => outage.takeAwayFor(60 * second);

    const { value: answer } = await outage.move(flow.comeBack(query));
    await outage.pass(65);
    const again = await flow.comeBack(query);

    expect(await readError(answer)).toEqual(unavailable);
    expect(await readJson(again)).toMatchObject({ step: 'consent' });
    expect(redirect.complete).toHaveBeenCalledOnce();
  });

  it('at /manage: the grant, which is not needed, is revoked', async () => {
    const { service, plugin, during, outage } = await serve();
    const visit = await service.startVisit();
    await visit.pick('fake');
    stopClock();
    during.run = () => outage.takeAwayFor(60 * second);

    const { value: answer } = await outage.move(visit.logIn());
    await outage.pass(65);
    await service.revokeDue();

    expect(await readError(answer)).toEqual(unavailable);
    expect(plugin.revoke.mock.calls).toEqual([['grant 1', expect.anything()]]);
  });

  it('and the provider answers too late: the grant is revoked', async () => {
    const { service, plugin, during, outage, flow } = await serveSignIn();
    during.run = async () => {
      await new Promise((resolve) => setTimeout(resolve, 22 * second));
      outage.takeAwayFor(60 * second);
    };

    const { value: answer } = await outage.move(flow.logIn());
    await outage.pass(70);
    await service.revokeDue();

    expect(await readError(answer)).toEqual([502, 'provider_unavailable']);
    expect(plugin.revoke.mock.calls).toEqual([['grant 1', expect.anything()]]);
  });
});

it.each([
  ['stores it before its store is closed', 6, 1],
  ['says that it is lost after ten seconds; the person signs in again', 60, 2],
])(
  'a service that stops while a grant waits for the database %s',
  async (_, awaySeconds, signIns) => {
    const { service, lifecycle, plugin, during, outage, flow } = await serveSignIn();
    during.run = () => outage.takeAwayFor(awaySeconds * second);
    await outage.move(flow.logIn());

    const { seconds } = await outage.move(lifecycle.stop());
    const isLost = service.readLog().includes('a grant was not stored');
    await outage.pass(70);
    during.run = () => {};
    const { value: answer } = await outage.move(flow.logIn());

    expect(seconds).toBeLessThanOrEqual(11);
    expect(isLost).toBe(signIns === 2);
    expect(answer.status).toBe(200);
    expect(plugin.begin).toHaveBeenCalledTimes(signIns);
  },
);

it('grants that wait for the database are a thousand at most: then no provider is asked for more', async () => {
  stopClock();
  const warn = vi.fn();
  const log = { warn, error: warn } as never;
  const writer = createGrantWriter({ lifecycle: createLifecycle(), log });
  let isAway = true;
  const write = async () => {
    if (isAway) throw createOutageError();
  };

  for (let count = 0; count < 999; count += 1) writer.writeLater(write);
  const control = vi.fn(writer.assertRoom);
  control();
  writer.writeLater(write);

  expect(writer.assertRoom).toThrow('The database does not answer.');
  isAway = false;
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(writer.assertRoom).not.toThrow();
});
