import { describe, expect, it } from 'vitest';
import { createStranger } from './dashboard-harness.ts';
import { createTestService, type TestService } from './harness.ts';
import { day, hour, minute, start } from './test-application.ts';
import { inTurn } from './world.ts';

/*
 * The machine's clock was ahead by a year, and has been set back. What was planned meanwhile must not wait for a year.
 */

const ahead = start + 365 * day;
const client_id = 'test_app';

describe('after the clock was set back', () => {
  it('a grant is revoked whose revocation had failed', async () => {
    const { store } = await createTestService();
    const take = (now: number) => store.revocations.take({ now, until: now + minute, count: 9 });
    const grant = { client_id, provider_id: 'sandbox', subject: 'me', sealed_grant: 'sealed' };
    await store.revocations.add(grant, 'test');
    const [taken] = await take(ahead);
    if (taken) await store.revocations.postpone(taken, ahead + hour);
    await store.purge(start);

    expect(await take(start)).toHaveLength(1);
  });

  /** While the clock is ahead, this is too much for a limit; then it is set back, and the sweep runs. */
  async function exceed(service: TestService, act: () => Promise<Response>) {
    service.advance(365 * day);
    await inTurn(11, act);
    expect((await act()).status).toBe(429);
    service.advance(-365 * day);
    await service.store.purge(start);
  }

  it('an operator may sign in whose network had too many attempts', async () => {
    const stranger = await createStranger();
    await exceed(stranger.service, () => stranger.signIn('wrong'));

    expect((await stranger.signIn()).status).toBe(200);
  });

  it('a person may sign in whose network had too many attempts at the account', async () => {
    const service = await createTestService();
    const logIn = async (password?: string) =>
      (await service.startLogin()).logIn('user_good', password);
    await exceed(service, () => logIn('wrong'));

    expect((await logIn()).status).toBe(200);
  });

  it('a person gets a page whose network had reached the limit', async () => {
    const rateLimits = { pages: { max: 1, windowMs: minute } };
    const service = await createTestService({ rateLimits });
    const ask = () => service.get('/connect?client_id=test_app');
    await exceed(service, ask);

    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  });

  it('an application makes a session after it has canceled some of too many', async () => {
    const service = await createTestService({ config: { maxOpenSessions: 100 } });
    service.advance(365 * day);
    const made = await inTurn(100, () => service.makeSession());
    const full = await service.askForSession();
    service.advance(-365 * day);
    for (const { session_id } of made) await service.cancelSession(session_id);

    expect(full.status).toBe(403);
    expect((await service.askForSession()).status).toBe(201);
  });

  it('a grant is renewed whose renewal a killed process had begun', async () => {
    const service = await createTestService();
    const { accountId } = await service.connectSandbox();
    const held = await service.store.accounts.findGrant(accountId);
    const grantRevision = held?.grant_revision ?? 0;
    const begin = (now: number) => {
      const turn = { accountId, grantRevision, id: String(now), now, until: now + minute };
      return service.store.accounts.startRenewal(turn);
    };

    expect(await begin(ahead)).toBe(true);
    expect(await begin(start)).toBe(true);
    // The late end of the first one leaves the second one its turn.
    await service.store.accounts.endRenewal(accountId, String(ahead));
    expect(await begin(start)).toBe(false);
  });
});
