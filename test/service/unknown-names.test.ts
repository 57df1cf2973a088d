import { beforeEach, expect, it } from 'vitest';
import {
  asAdmin,
  authorization,
  bearer,
  createTestService,
  credentials,
  readJson,
  type TestService,
} from './harness.ts';
import { createProviders } from './plugin-service.ts';

let service: TestService;

beforeEach(async () => {
  service = await createTestService({ providers: createProviders() });
});

it.each<[string, object | undefined, string]>([
  [
    '/connect/sessions',
    { provider_id: 'sandbox' },
    'provider_id is not a field of this request. Did you mean provider_ids?',
  ],
  [
    '/connect/sessions',
    { 'a"b': 1 },
    'a?b is not a field of this request. There are client_id, client_secret, ',
  ],
  ['/events?limits=5', undefined, 'Did you mean limit?'],
])('%s with %j: the answer says what there is', async (path, fields, says) => {
  const answer = fields
    ? await service.post(path, fields, authorization)
    : await service.get(path, authorization);

  expect([answer.status, await readJson(answer)]).toEqual([
    400,
    { error: 'invalid_request', error_description: expect.stringContaining(says) },
  ]);
});

/** The headers of those who may ask, and fields that come before the unknown one; by the first part of a path. */
async function createSenders() {
  const { token } = await service.connectSandbox();
  const client = { headers: authorization, fields: {} };
  return new Map<string, { headers: Record<string, string>; fields: object }>([
    ['admin', { headers: asAdmin, fields: {} }],
    ['connect', client],
    ['events', client],
    ['records', { headers: bearer(token), fields: {} }],
    ['sandbox', { headers: {}, fields: credentials }],
  ]);
}

/** @returns each endpoint for programs: its method, its path, and a path with names that exist */
async function listEndpoints() {
  const { client_id } = credentials;
  const hook = { url: 'http://localhost:9/hooks', types: 'all' };
  const added = await service.post(`/admin/applications/${client_id}/webhooks/add`, hook, asAdmin);
  const { webhook_id } = await readJson(added);
  const names = new Map([
    ['client_id', client_id],
    ['provider_id', 'sandbox'],
    ['webhook_id', String(webhook_id)],
  ]);
  const { paths } = await service.read('/openapi.json');
  return Object.entries(paths as Readonly<Record<string, object>>).flatMap(([path, methods]) => {
    const named = path.replace(/\{(\w+)\}/g, (_, name) => names.get(name) ?? 'x1');
    return Object.keys(methods).map((method) => ({ method, path, named }));
  });
}

it('sessions, records, events, operators and the sandbox: each endpoint refuses an unknown name', async () => {
  const senders = await createSenders();
  const sent: string[] = [];
  const accepted: string[] = [];
  for (const { method, path, named } of await listEndpoints()) {
    const sender = senders.get(path.split('/')[1] ?? '');
    if (!sender) continue;
    const { headers, fields } = sender;
    const answer =
      method === 'get'
        ? await service.get(`${named}?nonsense=1`, headers)
        : await service.post(named, { ...fields, nonsense: '1' }, headers);
    sent.push(path);
    const description = String((await readJson(answer)).error_description);
    const isRefused = answer.status === 400 && description.startsWith('nonsense is not a field');
    if (!isRefused) accepted.push(`${method} ${path}: ${answer.status} ${description}`);
  }

  expect(sent.length).toBeGreaterThan(40);
  expect(accepted).toEqual([]);
});
