import type { CredentialProvider, LoginOutcome } from 'tax-connect/providers';
import { describe, expect, it, vi } from 'vitest';
import { createLifecycle } from '../../src/connect/service/http/lifecycle.ts';
import { createTestService, type TestService } from './harness.ts';
import { prepareOutage } from './outage.ts';
import { fake, fakeSite, loadOnly } from './plugin-service.ts';
import { stopClock } from './stopped-clock.ts';
import { live, second } from './test-application.ts';
import { readError, readJson } from './world.ts';

const unavailable = [503, 'server_error'];
const tooLate = [502, 'provider_unavailable'];

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

type Trouble = (world: Awaited<ReturnType<typeof serve>>) => unknown;

/** Where a person is about to sign in. @returns a function that sends the sign-in */
const places = {
  async page(service: TestService) {
    const flow = await service.startAt();
    return () => flow.logIn();
  },
  async site(service: TestService) {
    const flow = await service.startAt('site');
    const query = `code=abc&state=${(await flow.leaveForSite()).state}`;
    return () => flow.comeBack(query);
  },
  async manage(service: TestService) {
    const visit = await service.startVisit();
    await visit.pick('fake');
    return () => visit.logIn();
  },
};
/** A person is about to sign in, and the clock is stopped. */
async function serveSignIn() {
  const world = await serve();
  const flow = await world.service.startAt();
  stopClock();
  return { ...world, flow };
}

describe('the database goes away during a sign-in', {
  tags: ['threat-49', 'threat-69'],
}, () => {
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

  const away =
    (seconds: number): Trouble =>
    ({ outage }) =>
      outage.takeAwayFor(seconds * second);
  const late: Trouble = async ({ outage }) => {
    await new Promise((resolve) => setTimeout(resolve, 22 * second));
    outage.takeAwayFor(60 * second);
  };
  const loseAnswer: Trouble = ({ outage }) => outage.loseAnswer('flows.move');

  it.each<[string, keyof typeof places, Trouble, readonly unknown[] | undefined, number]>([
    ['for 2.5 s: the sign-in waits, and goes on', 'page', away(2.5), undefined, 0],
    ['after COMMIT: the sign-in goes on', 'page', loseAnswer, undefined, 0],
    ['for 60 s: sending it again finds the grant', 'page', away(60), unavailable, 0],
    ['at the site: coming back again finds the grant', 'site', away(60), unavailable, 0],
    ['at /manage: the grant, which is not needed, is revoked', 'manage', away(60), unavailable, 1],
    ['and the provider is too late: the grant is revoked', 'page', late, tooLate, 1],
  ])('%s', async (...[, place, trouble, refused, revoked]) => {
    const world = await serve();
    const { service, plugin, redirect, during, outage } = world;
    const signIn = await places[place](service);
    stopClock();
    during.run = () => trouble(world);

    const { value: answer } = await outage.move(signIn());
    await outage.pass(70);
    const again = revoked === 0 && refused ? await signIn() : answer;
    await service.revokeDue();

    if (refused) expect(await readError(answer)).toEqual(refused);
    if (refused === unavailable) {
      expect(answer.headers.get('Retry-After')).toBe('5');
      expect(service.readLog()).not.toContain('provider failed');
    }
    if (revoked === 0) expect(await readJson(again)).toMatchObject({ step: 'consent' });
    expect(plugin.begin.mock.calls.length + redirect.complete.mock.calls.length).toBe(1);
    expect(plugin.revoke.mock.calls).toEqual(Array(revoked).fill(['grant 1', expect.anything()]));
    expect(await service.store.revocations.count()).toBe(0);
  });
});

it.each([
  ['stores it before its store is closed', 6, 1],
  ['says that it is lost after ten seconds; the person signs in again', 60, 2],
])('a stop while a grant waits for the database %s', async (_, awaySeconds, signIns) => {
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
});
