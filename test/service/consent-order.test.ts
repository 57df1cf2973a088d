import { describe, expect, it } from 'vitest';
import { createConsentWorld } from './consent-world.ts';
import { openTwoStores } from './database.ts';
import { day, liveApplication, start } from './test-application.ts';
import { inTurn, readError, readJson } from './world.ts';

describe('an account stands on its newest consent', { tags: ['threat-63'] }, () => {
  it('with the grant of the one before, when its own sign-in gave none', async () => {
    const world = await createConsentWorld();
    await world.connect(await world.allow());
    world.provider.stopGiving();
    const { token } = await world.connect(await world.allow());
    await world.service.revokeDue();
    const held = [await world.readGrant(token), ...world.provider.revoked];
    await world.disconnect(token);
    await world.service.revokeDue();

    expect([held, world.provider.revoked]).toEqual([['grant 1'], ['grant 1']]);
  });

  it('with the need of a sign-in that the newest one has', async () => {
    const world = await createConsentWorld();
    const older = await world.allow();
    const { token, accountId } = await world.connect(await world.allow());
    const account = { clientId: 'live_app', accountId };
    await world.service.store.accounts.requireLogin(account, start);

    world.service.advance(1000);
    const answer = await world.exchange(older);

    expect(answer.status).toBe(200);
    expect(await world.readAccount(token)).toMatchObject({ status: 'login_required' });
    expect(await world.service.admin.read('applications/live_app/accounts')).toMatchObject({
      accounts: [{ connected_at: start, last_exchange_at: start + 1000 }],
    });
    expect(await world.listEvents()).toEqual(['connection.created', 'connection.login_required']);
  });

  it('whatever the order of 24 codes that are exchanged at once, by two processes', async () => {
    const [store, shared] = await openTwoStores();
    const world = await createConsentWorld({ store });
    const other = await createConsentWorld({ store: shared, provider: world.provider });
    const codes = await inTurn(24, () => world.allow());

    const connected = await Promise.all(
      codes.reverse().map((code, index) => (index % 2 ? world : other).connect(code)),
    );
    await world.service.revokeDue();

    const tokens = connected.map(({ token }) => token);
    const grants = await Promise.all(tokens.map((token) => world.readGrant(token)));
    expect(new Set(grants)).toEqual(new Set(['grant 24', 'invalid_token']));
    expect(grants.filter((grant) => grant === 'grant 24')).toHaveLength(10);
    expect(new Set(world.provider.revoked)).toEqual(new Set(world.provider.given.slice(0, 23)));
  });
});

describe('what the person or the operator has ended never comes back', {
  tags: ['threat-63'],
}, () => {
  /** An older consent with its code, by its session; and a newer one that is connected. */
  async function createTwo() {
    const world = await createConsentWorld();
    const { session, id } = await world.makeSession();
    const code = await world.allow(session);
    const newer = await world.connect(await world.allow());
    return { world, code, id, ...newer };
  }

  it('by a code that is newer than the connection which the application has ended before', async () => {
    const { world, code, token, accountId } = await createTwo();
    const newest = await world.allow();
    await world.disconnect(token);
    await world.endAsPerson(accountId);
    await world.endAsOperator(accountId);

    expect((await world.exchange(code)).status).toBe(400);
    expect((await world.exchange(newest)).status).toBe(400);
  });

  it('the control: an application that disconnects ends no newer code, and every older one', {
    tags: ['control-63'],
  }, async () => {
    const { world, code, id, token } = await createTwo();
    const newest = await world.allow();
    await world.disconnect(token);
    await world.service.revokeDue();

    const older = [await world.exchange(code), await world.replaceCode(id)];
    const { token: again } = await world.connect(newest);

    expect(older.map(({ status }) => status)).toEqual([400, 409]);
    expect(await world.readGrant(again)).toBe('grant 3');
    expect(world.provider.revoked).toEqual(expect.arrayContaining(['grant 1', 'grant 2']));
    expect(world.provider.revoked).not.toContain('grant 3');
  });

  it('a repeated request of the page does not renew such a code', async () => {
    const world = await createConsentWorld();
    const { accountId } = await world.connect(await world.allow());
    const flow = await world.reachConsent();
    const allow = () => flow.send('consent', { decision: 'allow' });
    const allowed = [await allow(), await allow()];
    await world.endAsOperator(accountId);

    expect(allowed.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readError(allow())).toEqual([409, 'invalid_step']);
  });
});

it('a consent whose time is over gives no token and no fresh code, and its grant is revoked', {
  tags: ['threat-63'],
}, async () => {
  const world = await createConsentWorld({ consentDays: 1 });
  const { session, id } = await world.makeSession({ expires_in: 604_800 });
  await world.allow(session);
  world.service.advance(day - 1);
  const { code } = await readJson(world.replaceCode(id));
  world.service.advance(1);

  const late = [world.exchange(code), world.replaceCode(id)].map(readError);
  expect(await Promise.all(late)).toEqual([
    [400, 'invalid_grant'],
    [409, 'not_connected'],
  ]);
  await world.service.store.purge(start + day + 61_000);
  await world.service.revokeDue();
  expect(world.provider.revoked).toEqual(['grant 1']);
});

it('nothing is exchanged for a backend that has gone', async () => {
  const world = await createConsentWorld();
  const code = await world.allow();
  const leaving = new AbortController();
  const { client_id, client_secret } = liveApplication;
  const request = world.service.app.request('/auth/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret, code }),
    signal: leaving.signal,
  });
  leaving.abort();

  expect((await request).status).toBe(503);
  expect((await world.exchange(code)).status).toBe(200);
});
