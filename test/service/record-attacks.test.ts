import { getRequestListener } from '@hono/node-server';
import type { ProviderRecords, TaxRecord } from 'tax-connect/providers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, startServer } from '../unit/server/raw-http.ts';
import { openTestStore } from './database.ts';
import type { TestService } from './harness.ts';
import { servePlugin } from './plugin-service.ts';
import { connect, createProvider, serveConnected, taxReturn } from './record-provider.ts';
import { bearer, readError, readJson } from './world.ts';

/* Attacks by people, applications and plug-ins on the endpoints for records. */

/** The service over the network, for requests that `fetch` would change or refuse. */
async function listen({ app }: Pick<TestService, 'app'>) {
  const server = await startServer(getRequestListener(app.fetch));
  onTestFinished(server.close);
  return server;
}

const filePath = '/records/r1/files/f1';

describe('records of others', () => {
  /** Everyone has one record with one file, and the provider knows its person by the grant only. */
  async function serveOwners() {
    const { plugin } = createProvider();
    const recordOf = (person: unknown): TaxRecord => ({
      ...taxReturn,
      id: `return of ${person}`,
      files: [{ id: `file of ${person}`, name: 'a.pdf', media_type: 'application/pdf', bytes: 1 }],
    });
    const records: ProviderRecords = {
      list: async (_, { grant }) => ({ status: 'ok', value: { records: [recordOf(grant)] } }),
      async read({ recordId }, { grant, subject }) {
        expect(subject).toBe(grant);
        const own = recordOf(grant);
        return own.id === recordId ? { status: 'ok', value: own } : { status: 'not_found' };
      },
      // Careless: it opens any file.
      file: async ({ fileId }) => {
        const body = new Blob([fileId]).stream();
        return { status: 'ok', value: { mediaType: 'application/pdf', body } };
      },
    };
    const begin = async ({ username = '' }) =>
      ({ status: 'accepted', subject: username, label: username, grant: username }) as const;
    const service = await servePlugin({ ...plugin, begin, records });
    return { ada: await connect(service, 'ada'), eve: await connect(service, 'eve') };
  }
  const record = '/records/return%20of%20ada';
  const file = `${record}/files/file%20of%20ada`;

  it('are found with the own token only', { tags: ['threat-53', 'control-53'] }, async () => {
    const { ada, eve } = await serveOwners();
    const mixed = '/records/return%20of%20eve/files/file%20of%20ada';
    for (const path of [record, file, mixed]) {
      expect(await readError(eve.get(path))).toEqual([404, 'not_found']);
    }
    expect(await (await eve.get('/records')).text()).not.toContain('of ada');
    expect(await readJson(ada.get(record))).toMatchObject({ id: 'return of ada' });
    expect(await (await ada.get(file)).text()).toBe('file of ada');
  });

  it('are not opened as a file of another record', { tags: ['threat-53'] }, async () => {
    const { get, records } = await serveConnected();
    const other = { ...taxReturn, id: 'r9', files: [{ ...taxReturn.files[0], id: 'f9' }] };
    const read = records.read.getMockImplementation();
    records.read.mockImplementation(async (request, context) =>
      request.recordId === 'r9'
        ? { status: 'ok', value: other as TaxRecord }
        : ((await read?.(request, context)) ?? { status: 'not_found' }),
    );
    expect(await readError(get('/records/r9/files/f1'))).toEqual([404, 'not_found']);
    expect(await readError(get('/records/r1/files/f9'))).toEqual([404, 'not_found']);
    expect(records.file).not.toHaveBeenCalled();
    expect((await get('/records/r9/files/f9')).status).toBe(200);
  });
});

it('types outside consent are not passed on, even later', { tags: ['threat-53'] }, async () => {
  const document = { ...taxReturn, id: 'd1', type: 'document' } as const;
  const store = await openTestStore();
  const { plugin, records } = createProvider(['returns']);
  const { token } = await connect(await servePlugin(plugin, store));
  const more = { ...plugin, info: { ...plugin.info, shares: ['returns', 'documents'] as const } };
  const later = await servePlugin(more, store);
  const { get } = later.asOwner(token);
  records.list.mockResolvedValue({ status: 'ok', value: { records: [document, taxReturn] } });
  records.read.mockResolvedValue({ status: 'ok', value: document });

  expect(await readJson(get('/records'))).toMatchObject({ records: [{ id: 'r1' }] });
  expect(await readError(get('/records/d1'))).toEqual([403, 'not_shared']);
  expect(await readError(get('/records/d1/files/f1'))).toEqual([403, 'not_shared']);
  expect(records.file).not.toHaveBeenCalled();
  // The control: the person sees the new consent, and allows it.
  const again = await connect(later);
  expect(await readJson(again.get('/records'))).toMatchObject({
    records: [{ id: 'd1' }, { id: 'r1' }],
  });
  expect((await again.get('/records/d1/files/f1')).status).toBe(200);
});

describe('the name of a file', () => {
  const openNamed = async (name: string) => {
    const { service, token, records } = await serveConnected();
    const files = [{ ...taxReturn.files[0], name }] as TaxRecord['files'];
    records.read.mockResolvedValue({ status: 'ok', value: { ...taxReturn, files } });
    const { origin } = await listen(service);
    return await fetch(origin + filePath, { headers: bearer(token) });
  };

  it.each([
    ['return.pdf', 'return.pdf', 'return.pdf'],
    ["Ada's (2024)*.pdf", "Ada's (2024)*.pdf", "Ada's (2024)*.pdf"],
    ['Erklärung – 税 2024 🧾.pdf', 'Erkl_rung _ _ 2024 __.pdf', 'Erklärung – 税 2024 🧾.pdf'],
  ])('is sent in both forms: %s', { tags: ['control-54'] }, async (name, plain, exact) => {
    const { headers } = await openNamed(name);
    expect(readDisposition(headers)).toEqual({ plain, exact });
  });

  it.each([
    ['quotes', 'a"; filename="b.html', 'a_; filename=_b.html'],
    ['a backslash before a quote', 'a\\"b.pdf', 'a__b.pdf'],
    ['an escaped quote', 'a%22; x=1.pdf', 'a_22; x=1.pdf'],
    ['a path', '../../etc/passwd', '.._.._etc_passwd'],
    ['a path of Windows', '..\\..\\run.bat', '.._.._run.bat'],
    ['a reversed ending', 'return\u202Efdp.exe', 'return_fdp.exe'],
    ['isolated parts', 'a\u2066b\u2069.pdf', 'a_b_.pdf'],
  ])('cannot break header or folder: %s', { tags: ['threat-54'] }, async (_, name, plain) => {
    const { status, headers } = await openNamed(name);
    const found = readDisposition(headers);
    expect(status).toBe(200);
    expect(found.plain).toBe(plain);
    expect(found.exact).not.toMatch(/[/\\\u202A-\u202E\u2066-\u2069]/u);
    expect(headers.get('Content-Type')).toBe('application/pdf');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it.each(['a\r\nSet-Cookie: b=c', 'a\nb', 'a\0b', '\u0085', '\ud800'])(
    'with %j is a fault of the plug-in',
    { tags: ['threat-54'] },
    async (name) => {
      const response = await openNamed(name);
      expect(response.headers.get('Set-Cookie')).toBeNull();
      expect(await readError(response)).toEqual([502, 'provider_failed']);
    },
  );
});

/**
 * Reads the header as RFC 6266 says, and refuses what it does not allow.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8187#section-3.2
 */
function readDisposition(headers: Headers) {
  const value = headers.get('Content-Disposition') ?? '';
  const [, plain, exact] =
    /^attachment; filename="([\x20!#-[\]-~]*)"; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})*)$/.exec(
      value,
    ) ?? [];
  return { plain, exact: exact && decodeURIComponent(exact) };
}

describe('the ID of a record', () => {
  /** A careless plug-in, which puts the ID into an address as it is. @returns the paths that its API got */
  async function serveCareless() {
    const seen: string[] = [];
    const api = await startServer(({ url = '' }, response) => {
      seen.push(url);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(taxReturn));
    });
    onTestFinished(api.close);
    const { plugin, records } = createProvider();
    records.read.mockImplementation(async ({ recordId }) => {
      const response = await fetch(`${api.origin}/people/7/returns/${recordId}`);
      return { status: 'ok', value: (await response.json()) as TaxRecord };
    });
    const service = await servePlugin(plugin);
    const { token } = await connect(service);
    const server = await listen(service);
    /** The path is sent unchanged, because `fetch` would resolve the dots. */
    const get = async (path: string) =>
      (await ask(server, `GET ${path}`, { headers: bearer(token) })).status;
    return { seen, get, records };
  }

  it('does not lead out of the path of an API', { tags: ['threat-54'] }, async () => {
    const { seen, get } = await serveCareless();
    for (const path of [
      '/records/..%2F..%2F8%2Freturns%2Fr1',
      '/records/r1%2F..%2F..%2F..%2F8',
      '/records/..%5C..%5C8',
      '/records/%252e%252e%2f%252E.%2f8',
      '/records/..%2F..%2F8/files/f1',
      '/records/%2e%2e/account',
      '/records/../account',
      '/records/.',
      '/records/r1/files/..%2F..%2F8',
      `/records/${'r'.repeat(256)}`,
      '/records/r1%00',
      '/records/r1%0d%0aX-Other:%201',
      '/records/..%3Fyear=2024',
      '/records/r1%2F..%23',
      '/records/..%252f..%252fadmin',
      '/records/%252e%25252e%2fadmin',
      '/records/.%252e%252fx',
      '/records/a%252f..%252f..',
      '/records/..%253b%252fadmin',
      '/records/..;%2F..;%2Fadmin',
      '/records/..%20%2Fadmin',
      '/records/..%5Cadmin',
    ]) {
      await get(path);
    }
    expect(seen.filter((one) => one !== '/people/7/returns/r1')).toEqual([]);
  });

  it('is passed on as it is, with any other character', { tags: ['control-54'] }, async () => {
    const { get, seen, records } = await serveCareless();
    const ids = ['r1', 'a/b..c', 'été 2024 (1)…', '..a', 'a;..b', '100%', '%2f.x', 'r'.repeat(255)];
    for (const id of ids) {
      expect(await get(`/records/${encodeURIComponent(id)}`)).toBe(200);
      expect(records.read.mock.lastCall?.[0]).toEqual({ recordId: id });
    }
    expect(seen).toHaveLength(8);
  });
});
