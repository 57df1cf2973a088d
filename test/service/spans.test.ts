import type { ProviderPlugin } from 'tax-connect/providers';
import { describe, expect, it } from 'vitest';
import { inSpan } from '../../src/connect/service/basics/spans.ts';
import { createJoiner } from '../../src/connect/service/store/joiner.ts';
import { isPostgres } from './database.ts';
import { createTestService } from './harness.ts';
import { createProviders } from './plugin-service.ts';
import { type CollectedSpan, collectSpans } from './span-collector.ts';
import { credentials, hostOrigin, nonce } from './test-application.ts';
import { createAdmin, serveWebhooks, startReceiver } from './webhook-world.ts';
import { readJson } from './world.ts';

/** The span of the application that sends the requests. */
const client = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', id: '00f067aa0ba902b7' };
const traced = { traceparent: `00-${client.traceId}-${client.id}-01` };

const person = {
  username: 'ada_lovelace',
  password: 'difference engine',
  oneTimeCode: '918273',
  email: 'ada@lovelace.example',
  subject: 'person-5f2e7c',
  label: 'Ada, Countess',
  state: 'state-of-the-challenge',
  grant: 'grant-7d1c2b3a',
};

/** A provider that knows one person. Its errors quote the typed name and password. */
const plugin: ProviderPlugin = {
  info: { id: 'tax_office', name: 'Tax office', domain: 'tax.example' },
  async begin({ username, password }) {
    if (username !== person.username) throw new Error(`no ${username} with ${password}`);
    const prompt = `We have sent a code to ${person.email}.`;
    return { status: 'challenge', kind: 'code', prompt, state: person.state };
  },
  async answer() {
    const { subject, label, grant } = person;
    return { status: 'accepted', subject, label, grant };
  },
};

/** A whole connection, from the session to the delivery of its event. */
async function connectPerson() {
  const list = await collectSpans();
  const providers = createProviders([plugin], [Buffer.alloc(32, 1)], { isOpenToTests: true });
  const service = await serveWebhooks({ providers });
  const receiver = await startReceiver();
  const webhook = await createAdmin(service).add(receiver.url);
  const own = { client_user_id: 'user-of-the-shop', tags: { order: 'order-of-the-shop' } };
  const made = await service.makeSession({ state: 'state-of-the-session', ...own }, traced);
  const token = await service.openPage('client_id=test_app', traced);
  const flow = service.createFlow(token, traced);
  await flow.send('start', { origin: hostOrigin, nonce, state: null, session: made.session });
  await flow.pick('tax_office');
  const { username, password, oneTimeCode: answer } = person;
  const failed = await flow.logIn(`not_${username}`, password);
  await flow.logIn(username, password);
  await flow.send('answer', { answer });
  const code = await flow.allow();
  const exchanged = await service.post('/auth/token', { ...credentials, code }, traced);
  const { access_token, account_id } = await readJson(exchanged);
  const headers = { ...traced, Authorization: `Bearer ${access_token}` };
  const shown = await service.get('/account', headers);
  await service.deliverDue();

  expect([failed.status >= 500, exchanged.status, shown.status]).toEqual([true, 200, 200]);
  const values = {
    ...person,
    ...{ code, access_token, account_id, nonce, flow_token: token, session: made.session },
    ...{ session_id: made.session_id, session_state: 'state-of-the-session' },
    ...{ client_user_id: own.client_user_id, tag: own.tags.order },
    ...{ client_secret: credentials.client_secret, webhook_secret: webhook.secret },
    ...{ webhook_path: '/hooks' },
  };
  return { list, service, receiver, webhook, values };
}

function describeRequest(name: string, status: number, error?: string) {
  const [method, route] = name.split(' ');
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'url.scheme': 'http',
    ...(error === undefined ? {} : { 'error.type': error }),
  };
  return [name, 'SERVER', attributes];
}

/** The spans whose parent has this name. */
function findChildren(spans: readonly CollectedSpan[], name: string): readonly CollectedSpan[] {
  const parents = spans.filter((span) => span.name === name).map(({ id }) => id);
  return spans.filter(({ parentId }) => parentId !== undefined && parents.includes(parentId));
}

describe('the spans of a connection', () => {
  it('begin with the span of the sender', async () => {
    const { list } = await connectPerson();
    const ofSender = list().filter(
      ({ traceId, parentId }) => traceId === client.traceId && parentId === client.id,
    );

    expect(ofSender.map(({ name, kind, attributes }) => [name, kind, attributes])).toEqual([
      describeRequest('POST /connect/sessions', 201),
      describeRequest('GET /connect', 200),
      describeRequest('POST /connect/flow/start', 200),
      describeRequest('POST /connect/flow/provider', 200),
      describeRequest('POST /connect/flow/login', 502, 'provider_unavailable'),
      describeRequest('POST /connect/flow/login', 200),
      describeRequest('POST /connect/flow/answer', 200),
      describeRequest('POST /connect/flow/consent', 200),
      describeRequest('POST /auth/token', 200),
      describeRequest('GET /account', 200),
    ]);
  });

  it('show the calls of plug-ins, the batch and its statements in their requests', async () => {
    const { list } = await connectPerson();
    const about = { 'tax_connect.provider.id': 'tax_office' };

    expect(
      findChildren(list(), 'POST /connect/flow/login').filter(({ kind }) => kind === 'INTERNAL'),
    ).toMatchObject([
      { name: 'provider begin', attributes: { ...about, 'error.type': 'failed' } },
      { name: 'provider begin', attributes: about, status: { code: 'UNSET' } },
    ]);
    const names = (parent: string) => findChildren(list(), parent).map(({ name }) => name);
    expect(names('POST /connect/flow/answer')).toContain('provider answer');
    expect(names('POST /auth/token')).toContain('exchange codes');
    expect(findChildren(list(), 'exchange codes')).toContainEqual(
      expect.objectContaining({
        ...{ name: 'UPDATE codes', kind: 'CLIENT' },
        attributes: {
          'db.system.name': isPostgres ? 'postgresql' : 'sqlite',
          'db.operation.name': 'UPDATE',
          'db.collection.name': 'codes',
        },
      }),
    );
  });

  it('show each delivery as a separate trace, and tell the receiver nothing about it', async () => {
    const { list, receiver, webhook } = await connectPerson();
    const sent = list().filter(({ name }) => name === 'send webhook');
    const types = sent.map(({ attributes }) => attributes['tax_connect.event.type']);

    expect([...types].sort()).toEqual(['connection.created', 'session.finished']);
    for (const span of sent) {
      expect(span).toMatchObject({
        kind: 'CLIENT',
        parentId: undefined,
        attributes: {
          'http.request.method': 'POST',
          'http.response.status_code': 204,
          'tax_connect.webhook.id': webhook.id,
          'tax_connect.webhook.attempt': 1,
        },
      });
    }
    for (const { headers } of receiver.received) expect(headers).not.toHaveProperty('traceparent');
    expect(findChildren(list(), 'send webhook').map(({ kind }) => kind)).toContain('CLIENT');
  });

  it('have no value of the person, and no secret', async () => {
    const { list, values } = await connectPerson();
    const text = JSON.stringify(list());

    expect(text).toContain('POST /auth/token');
    for (const [name, value] of Object.entries(values)) {
      expect(text.includes(String(value)), name).toBe(false);
    }
  });
});

describe('the log', () => {
  const { traceId } = client;

  /** The trace ID in the log for a request with this header. */
  async function readTraceId(headers: Record<string, string> = {}): Promise<unknown> {
    const service = await createTestService();
    await service.get('/account', headers);
    return service.readLines('request')[0]?.trace_id;
  }

  it('names the trace of the sender, or the own one', async () => {
    expect(await readTraceId(traced)).toBe(traceId);
    const list = await collectSpans();
    expect(await readTraceId()).toBe(list().at(-1)?.traceId);
  });

  it.each([
    ['another form', 'trace'],
    ['no trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['capitals', `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`],
    ['more behind it', `00-${traceId}-00f067aa0ba902b7-01-x`],
  ])('ignores a header with %s', async (_, traceparent) => {
    expect(await readTraceId({ traceparent })).toBeUndefined();
  });
});

describe('a span', () => {
  it('has no route for an unknown path, and no method that the sender has made up', async () => {
    const list = await collectSpans();
    const service = await createTestService();
    await service.app.request('/ada@lovelace.example', { method: 'LOVELACE' });

    expect(list()).toMatchObject([
      {
        name: 'HTTP',
        attributes: {
          'http.request.method': '_OTHER',
          'http.response.status_code': 404,
          'url.scheme': 'http',
        },
      },
    ]);
    expect(JSON.stringify(list())).not.toMatch(/lovelace/i);
  });

  it('is not made for the requests of monitors', async () => {
    const list = await collectSpans();
    const service = await createTestService();
    for (const path of ['/livez', '/readyz', '/healthz', '/metrics']) {
      await service.get(path);
    }

    expect(list()).toEqual([]);
  });

  it('of failed work has the code of the error, and not its message', async () => {
    const list = await collectSpans();
    const error = Object.assign(new Error('(username)=(lovelace)'), {
      code: '23505',
      detail: 'lovelace',
    });
    const work = inSpan({ name: 'work' }, () => Promise.reject(error));

    await expect(work).rejects.toBe(error);
    expect(list()).toMatchObject([
      { attributes: { 'error.type': '23505' }, events: [], status: { code: 'ERROR' } },
    ]);
    expect(JSON.stringify(list())).not.toContain('lovelace');
  });

  it('of a batch is a child of one request, with links to the others', async () => {
    const list = await collectSpans();
    const join = createJoiner(async (items: readonly string[]) => items, { name: 'b', max: 9 });
    const names = ['first', 'second', 'third'];
    await Promise.all(names.map((name) => inSpan({ name }, () => join(name))));
    await join('without a span');
    const [batch, ...requests] = list();

    expect(requests.map(({ name }) => name)).toEqual(names);
    expect(batch).toMatchObject({
      name: 'b',
      parentId: requests[0]?.id,
      attributes: { 'tax_connect.batch.size': 3 },
      links: [requests[1]?.id, requests[2]?.id],
    });
  });
});
