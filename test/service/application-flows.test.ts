import { describe, expect, it, vi } from 'vitest';
import { useService } from './harness.ts';
import { hostOrigin, hour, minute, nonce, start } from './test-application.ts';
import { type Json, readData, readError, readJson, readPages, redirectQuery } from './world.ts';

const service = useService();

const ask = (body: object) => service.admin.post('applications/test_app/flows/search', body);

async function search(body: object = {}) {
  const { flows, next, counts } = await readJson(ask(body));
  return { flows: flows as Json[], next: next as string | null, counts };
}

const listReferences = async (body: object = {}) =>
  (await search(body)).flows.map(({ reference }) => reference);

const listOutcomes = async () => (await search()).flows.map(({ outcome }) => outcome);

/** The flows of all applications that the dashboard finds by what a person reads out. */
async function find(reference: string) {
  const { flows } = await service.admin.read(`flows?${new URLSearchParams({ reference })}`);
  return flows as readonly Json[] | undefined;
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
    // A document without a started flow is not listed.
    await service.openPage('client_id=test_app');

    const outcomes = await listOutcomes();
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

  it('say that the backend can still get the code of a session, then that it was exchanged', async () => {
    const { session, session_id } = await service.makeSession();
    await service.allow({ session });
    expect(await listOutcomes()).toEqual(['code_issued']);
    service.advance(minute);
    expect(await listOutcomes()).toEqual(['code_recoverable']);
    const { code } = await readJson(service.askLater(session_id));
    expect(await listOutcomes()).toEqual(['code_issued']);
    await service.exchange({ code });
    await service.issueCode();
    service.advance(minute);
    // A code without a session is lost.
    expect(await listOutcomes()).toEqual(['code_expired', 'code_exchanged']);
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

const sessionId = 'K7QF3M9TABCDEFGH';

/** Starts a flow as the page of a host does whose session has this ID. */
const startSession = async (reference: string, origin = hostOrigin) =>
  (await service.bind(origin, 'test_app', { reference })).flow;

/** The token and the reference of a flow, in its document. */
const readDocument = async (query = 'client_id=test_app') =>
  readData(await (await service.get(`/connect?${query}`)).text());

describe('a reference', () => {
  it.each(['K7QF-3M9T', 'k7qf 3m9t', 'K7QF3M9T', sessionId])('is found as %s', async (typed) => {
    await startSession(sessionId);
    await startSession('OTHER000ABCDEFGH');

    const found = await find(typed);

    const application = { client_id: 'test_app', application: 'Test <App>' };
    expect(found).toMatchObject([
      { ...application, reference: 'K7QF3M9T', host: hostOrigin, outcome: 'in_progress' },
    ]);
  });

  it('is found with O for 0, and I and L for 1', async () => {
    await startSession('01010101ABCDEFGH');

    expect(await find('oIoLoi-OL')).toHaveLength(1);
    expect(await find('UUUU-UUUU')).toBeUndefined();
  });

  it('finds every flow of a session, the newest first, and those of others who chose the same', async () => {
    for (const rest of ['ABCDEFGH', 'ABCDEFGH', '00000000']) {
      await startSession(`K7QF3M9T${rest}`);
      service.advance(minute);
    }

    const times = (await find('K7QF-3M9T'))?.map(({ started_at }) => Number(started_at) - start);
    expect(times).toEqual([2 * minute, minute, 0]);
  });

  it.each(['', 'short', "' OR 1=1 --------", 'é'.repeat(16)])(
    'is not read from the session ID %j; the document’s own stays',
    async (session_id) => {
      const { flow_token, reference } = await readDocument();
      const flow = service.createFlow(String(flow_token));
      await flow.send('start', { origin: hostOrigin, nonce, state: null, reference: session_id });

      expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      expect(await find(String(reference))).toHaveLength(1);
    },
  );

  it('is found for a document that no host has welcomed, and for the redirect flow', async () => {
    const alone = await readDocument();
    const redirect = await readDocument(redirectQuery());

    expect(await find(String(alone.reference))).toMatchObject([
      { kind: 'embedded', started_at: null },
    ]);
    expect(await find(String(redirect.reference))).toMatchObject([{ kind: 'redirect' }]);
  });

  it('is in the log of each step', async () => {
    await (await startSession(sessionId)).pick('sandbox');
    const steps = service.readLog().match(/"path":"\/connect\/flow\/\w+".*"reference":"K7QF3M9T"/g);

    expect(steps).toHaveLength(2);
  });
});

describe('a flow that is found by its reference', () => {
  it('whose provider failed is shown as failed, with the reason, until a login succeeds', async () => {
    const inProgress = [{ outcome: 'in_progress', problem: null }];
    const problem = { code: 'provider_unavailable', at: expect.any(Number) };
    const failed = { provider: 'Sandbox', outcome: 'failed', problem };
    const flow = await startSession(sessionId);
    await flow.pick('sandbox');
    expect(await find(sessionId)).toMatchObject(inProgress);
    await flow.logIn('user_error');
    expect(await find(sessionId)).toMatchObject([failed]);
    await flow.send('back');
    expect(await find(sessionId)).toMatchObject([{ step: 'select', ...failed }]);
    await flow.pick('sandbox');
    await flow.logIn();
    expect(await find(sessionId)).toMatchObject(inProgress);
  });

  it('with a wrong password is in progress until it expires, then failed, for a day', async () => {
    const flow = await startSession(sessionId);
    await flow.pick('sandbox');
    await flow.logIn('user_good', 'wrong');
    const findAfter = async (hours: number) => {
      service.advance(hours * hour);
      await service.store.purge(start + hours * hour);
      const found = await find(sessionId);
      service.advance(-hours * hour);
      return found;
    };

    const problem = { code: 'invalid_credentials' };
    expect(await find(sessionId)).toMatchObject([{ outcome: 'in_progress', problem }]);
    expect(await findAfter(23)).toMatchObject([{ outcome: 'failed', problem }]);
    expect(await findAfter(25)).toEqual([]);
  });

  it('of a host that is not registered is found with the reason', async () => {
    await startSession(sessionId, 'https://stranger.example');

    expect(await find(sessionId)).toMatchObject([
      { started_at: null, outcome: 'failed', problem: { code: 'origin_not_allowed' } },
    ]);
  });
});
