import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestService, type TestService } from './harness.ts';
import { start } from './test-application.ts';
import { type Json, readError, readJson, readPages, redirectQuery } from './world.ts';

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

const ask = (body: object) => service.admin.post('applications/test_app/flows/search', body);

async function search(body: object = {}) {
  const { flows, next, counts } = await readJson(ask(body));
  return { flows: flows as Json[], next: next as string | null, counts };
}

async function listReferences(body: object = {}) {
  return (await search(body)).flows.map(({ reference }) => reference);
}

const noTimes = { provider_chosen: null, signed_in: null, allowed: null, connected: null };

describe('the flows of an application', () => {
  it('are listed page by page, also those that started in the same millisecond', async () => {
    for (let count = 0; count < 7; count += 1) {
      if (count % 3 === 0) service.advance(1);
      await service.startFlow();
    }
    const all = await listReferences();
    expect(new Set(all).size).toBe(7);

    for (const order of ['newest', 'oldest']) {
      const pages = await readPages((after) => search({ limit: 2, after, order }));
      const found = pages.flatMap(({ flows }) => flows.map(({ reference }) => reference));
      expect(pages.map(({ flows }) => flows.length)).toEqual([2, 2, 2, 1]);
      expect(found).toEqual(order === 'newest' ? all : all.reverse());
    }
  });

  it('are listed and counted by outcome', async () => {
    await (await service.signIn()).send('consent', { decision: 'deny' });
    await service.connect();
    await service.issueCode();
    const failed = await service.startLogin();
    await failed.logIn('user_bad');
    await failed.send('leave');
    await service.startLogin();
    await (await service.startLogin()).send('leave');

    const outcomes = (await search()).flows.map(({ outcome }) => outcome);
    const reached = ['abandoned', 'code_exchanged', 'code_issued', 'denied'];
    expect([...outcomes].sort()).toEqual([...reached, 'failed', 'in_progress']);
    for (const outcome of outcomes) {
      const { flows, counts } = await search({ outcomes: [outcome], limit: 1 });
      expect(flows).toMatchObject([{ outcome }]);
      // Of all outcomes, and of all pages.
      expect(new Set(counts as object[])).toEqual(
        new Set(outcomes.map((each) => ({ outcome: each, count: 1 }))),
      );
    }
    expect(await listReferences({ outcomes: ['code_exchanged', 'code_issued'] })).toHaveLength(2);
    const far = await readJson(ask({ reached: 'signed_in' }));
    const steps = (far.flows as Json[]).map(({ step }) => step);
    expect(steps.sort()).toEqual(['denied', 'issued', 'issued']);
    expect(far.reached).toEqual({ opened: 6, provider_chosen: 6, signed_in: 3, allowed: 2 });
  });

  it('are listed by provider, time, and a search for host, reference or the backend’s own ID of the person', async () => {
    const { session } = await service.makeSession({ client_user_id: 'user-4711' });
    await service.openSession(session);
    service.advance(1000);
    await service.startLogin();
    service.advance(1000);
    await service.createFlow(await service.openPage(redirectQuery())).send('start');

    const { flows } = await search();
    const [redirect, login, own] = flows.map(({ reference }) => reference);
    expect(flows).toMatchObject([
      { host: 'https://app.example', client_user_id: null, session_id: null },
      { client_user_id: null, step_times: { ...noTimes, provider_chosen: start + 1000 } },
      { client_user_id: 'user-4711', session_id: expect.stringMatching(/^cs_/) },
    ]);
    expect(await listReferences({ search: ' user-4711 ' })).toEqual([own]);
    expect(await listReferences({ search: 'user-471' })).toEqual([]);
    expect(await listReferences({ search: String(login).toLowerCase() })).toEqual([login]);
    expect(await listReferences({ provider_id: 'sandbox' })).toEqual([login]);
    expect(await search({ provider_id: 'sandbox' })).toMatchObject({
      counts: [{ outcome: 'in_progress', count: 1 }],
    });
    for (const host of ['https://app.example', 'App.example', 'app.example/callback']) {
      expect(await listReferences({ search: host }), host).toEqual([redirect]);
    }
    expect(await listReferences({ search: 'https://app.exampl' })).toEqual([]);
    expect(await listReferences({ search: flows[1]?.host })).toEqual([login, own]);
    expect(await listReferences({ search: '/' })).toEqual([]);
    expect(await listReferences({ from: start + 1000, before: start + 2000 })).toEqual([login]);
  });

  it('say that the person has left as soon as the page closes, and no more when they go on', async () => {
    const flow = await service.startLogin();
    expect(await search()).toMatchObject({ flows: [{ step: 'login', outcome: 'in_progress' }] });
    expect((await flow.send('leave')).status).toBe(200);
    expect(await search()).toMatchObject({ flows: [{ step: 'login', outcome: 'abandoned' }] });
    const { noteLeft } = service.store.flows;
    vi.spyOn(service.store.flows, 'noteLeft').mockImplementationOnce(async (...values) => {
      await flow.logIn();
      await noteLeft(...values);
    });
    await flow.send('leave');
    expect(await search()).toMatchObject({ flows: [{ step: 'consent', outcome: 'in_progress' }] });
    await flow.send('consent', { decision: 'allow' });
    await flow.send('leave');
    const at = expect.any(Number);
    const step_times = { provider_chosen: at, signed_in: at, allowed: at, connected: null };
    expect(await search()).toMatchObject({ flows: [{ outcome: 'code_issued', step_times }] });
  });

  it('have no times of steps that the person went back from', async () => {
    await (await service.signIn()).send('back');

    expect(await search()).toMatchObject({ flows: [{ step: 'select', step_times: noTimes }] });
  });

  it.each([
    { outcomes: [] },
    { outcomes: ['lost'] },
    { after: '1700000000000' },
    { after: "1-' OR 1=1 --aaaaaa" },
    { limit: 101 },
    { from: -1 },
    { unknown: 1 },
  ])('are not searched by %j', async (body) => {
    expect(await readError(ask(body))).toEqual([400, 'invalid_request']);
  });
});
