import { describe, expect, it } from 'vitest';
import { createTestService, useService } from './harness.ts';
import { day, start } from './test-application.ts';
import { inTurn, readError, readJson } from './world.ts';

const path = 'applications/test_app/sessions';

const service = useService();

async function list(query = '') {
  const { sessions, next } = await service.admin.read(`${path}${query}`);
  return { sessions: sessions as Record<string, unknown>[], next };
}

const cancelAsAdmin = (session_id: string, clientId = 'test_app') =>
  service.admin.post(`applications/${clientId}/sessions/cancel`, { session_id });

describe('the sessions of an application', () => {
  it('are listed with their results, the newest first, without secrets', async () => {
    const open = await service.makeSession();
    service.advance(1000);
    const connected = await service.makeSession();
    const code = await service.allow({ session: connected.session });
    await service.exchange({ code });
    const { sessions, next } = await list();
    const times = (at: number) => ({ created_at: at, expires_at: at + 1_800_000 });
    expect(sessions).toEqual([
      {
        ...(await service.readSession(connected.session_id)),
        ...times(start + 1000),
        ...{ status: 'connected', exchanged: true, finished_at: start + 1000 },
      },
      {
        ...(await service.readSession(open.session_id)),
        ...times(start),
        ...{ status: 'open', exchanged: false, finished_at: null },
      },
    ]);
    expect(next).toBeNull();
    expect(JSON.stringify(sessions)).not.toContain(open.session);
  });

  it('are listed by status and by page', async () => {
    const made = await inTurn(3, (count) => {
      service.advance(1);
      return service.makeSession({ expires_in: 60 + count });
    });
    const [first, second, third] = made.map(({ session_id }) => session_id);
    await service.cancelSession(String(second));
    service.advance(60_000);
    const idsOf = async (query: string) =>
      (await list(query)).sessions.map(({ session_id }) => session_id);
    expect(await idsOf('?status=canceled')).toEqual([second]);
    expect(await idsOf('?status=expired')).toEqual([first]);
    expect(await idsOf('?status=open')).toEqual([third]);
    const page = await list('?limit=2');
    expect(page.sessions.map(({ session_id }) => session_id)).toEqual([third, second]);
    expect(await idsOf(`?limit=2&after=${page.next}`)).toEqual([first]);
    // The sweep has not seen the end of the newest one.
    await service.store.purge(start + 60_003);
    service.advance(2000);
    expect(await idsOf('?status=expired')).toEqual([third, first]);
    const newest = await list('?status=expired&limit=1');
    expect(newest.sessions).toMatchObject([{ session_id: third }]);
    expect(await idsOf(`?status=expired&after=${newest.next}`)).toEqual([first]);
  });

  it('can be created to try their link, which the audit log names without the secret', async () => {
    const created = await service.admin.post(`${path}/create`);
    const { session_id, url, expires_at } = await readJson(created);
    expect([created.status, expires_at]).toEqual([200, start + 1_800_000]);
    expect(await service.readSession(String(session_id))).toMatchObject({ status: 'open' });
    const session = new URL(String(url)).searchParams.get('session') ?? '';
    const fields = { client_id: 'test_app', session };
    expect((await service.postFromPage('/connect/flow/begin', fields)).status).toBe(200);
    const { entries } = await service.admin.read('audit-log');
    expect(entries).toMatchObject([{ action: 'session_created', detail: session_id }]);
    expect(JSON.stringify(entries) + service.readLog()).not.toContain(session);
  });

  it('count for the limit of open sessions', async () => {
    const limited = await createTestService({ config: { maxOpenSessions: 1 } });
    const create = () => limited.admin.post(`${path}/create`);
    expect((await create()).status).toBe(200);
    expect(await readError(create())).toEqual([403, 'session_limit_reached']);
    expect((await limited.admin.read('audit-log')).entries).toHaveLength(1);
  });

  it('can be canceled, which the audit log names', async () => {
    const { session, session_id } = await service.makeSession();
    const response = await cancelAsAdmin(session_id);
    expect([response.status, await readJson(response)]).toEqual([200, { canceled: session_id }]);
    expect((await service.openSession(session)).started.status).toBe(401);
    expect((await cancelAsAdmin(session_id)).status).toBe(200);
    const { entries } = await service.admin.read('audit-log');
    expect(entries).toMatchObject([{ action: 'session_canceled', detail: session_id }]);
  });

  it('cannot be canceled for another application, or after their success', async () => {
    const { session, session_id } = await service.makeSession();
    expect(await readError(cancelAsAdmin(session_id, 'live_app'))).toEqual([404, 'not_found']);
    await service.allow({ session });
    expect(await readError(cancelAsAdmin(session_id))).toEqual([409, 'already_connected']);
    expect((await service.readSession(session_id)).status).toBe('connected');
  });
});

describe('the sweep', () => {
  const sweepAfter = async (durationMs: number) => {
    service.advance(durationMs);
    await service.store.purge(start + durationMs);
    service.advance(-durationMs);
  };
  const count = async () => (await list()).sessions.length;

  it('deletes sessions seven days after their end, and keeps the others', async () => {
    const canceled = await service.makeSession({ expires_in: 604_800 });
    await service.cancelSession(canceled.session_id);
    await service.makeSession({ expires_in: 604_800 });
    await sweepAfter(7 * day - 1);
    expect(await count()).toBe(2);
    await sweepAfter(7 * day + 1);
    expect(await count()).toBe(1);
    await sweepAfter(14 * day + 1);
    expect(await count()).toBe(0);
  });

  it('forgets an account that no exchange has connected', async () => {
    const connect = async () => {
      const made = await service.makeSession();
      await service.allow(made);
      return (await service.readSession(made.session_id)).account_id;
    };
    const first = await connect();
    await sweepAfter(8 * day + 1);
    const second = await connect();
    expect(second).toMatch(/^account_/);
    expect(second).not.toBe(first);
  });

  it('keeps such an account for as long as its newest code can be fetched', async () => {
    await service.allow(await service.makeSession());
    service.advance(2 * day);
    const { session, session_id } = await service.makeSession();
    await service.allow({ session });
    await sweepAfter(8 * day + 1);
    service.advance(6 * day);
    const { code } = await readJson(service.askForCode(session_id));
    expect((await service.exchange({ code })).status).toBe(200);
  });
});
