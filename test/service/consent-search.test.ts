import type { CredentialProvider } from 'tax-connect/providers';
import { describe, expect, it } from 'vitest';
import { useService } from './harness.ts';
import { fake, loadOnly } from './plugin-service.ts';
import { day, hostOrigin, liveApplication, start } from './test-application.ts';
import { readJson } from './world.ts';

const purpose = '=HYPERLINK("https://evil.example")';
const live = { ...liveApplication, origins: [hostOrigin], purpose, consent_days: 10 };
const { client_id } = live;

/** A formula after each separator that a spreadsheet may have, and after quotes that end a cell. */
const hostileName = 'Tax;=1;"+2; -3\t@4|=5\n+6\r-7,\uFF1D8';

const createPlugin = (id: string, name: string): CredentialProvider => ({
  info: { id, name, domain: `${id}.example`, shares: ['returns', 'forms'] },
  begin: async ({ username = '' }) => ({
    status: 'accepted',
    subject: username,
    label: `${username}@example.com`,
  }),
  answer: fake.answer,
});

const service = useService({
  applications: [live],
  config: { consentKeepYears: 20 },
  providers: loadOnly(
    createPlugin('fake', 'Fake Tax'),
    createPlugin('other', 'Other Tax'),
    createPlugin('hostile', hostileName),
  ),
});

const allow = (username: string, providerId = 'fake') =>
  service.allow({ application: live, providerId, username });

/** @returns the account of a person, who has allowed access now */
const connect = (username: string, providerId = 'fake') =>
  service.connect({ application: live, providerId, username });

const get = (path: string) => service.admin.get(`applications/${client_id}/consents${path}`);

async function list(query: Readonly<Record<string, string>> = {}) {
  const { consents } = await readJson(get(`?${new URLSearchParams(query)}`));
  return consents as { consent_id: string; account_id: string; ended: unknown }[];
}

const find = async (query: Readonly<Record<string, string>>) =>
  (await list(query)).map(({ account_id }) => account_id);

async function exportAll(format: string, query = '') {
  const answer = await get(`/export?format=${format}${query}`);
  // The test reads bytes, because the text of a response has no byte order mark.
  const bytes = await answer.arrayBuffer();
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { headers: answer.headers, text, lines: text.split(/\r?\n/).filter(Boolean) };
}

describe('consents are found', () => {
  it('by consent, account, provider, and the ID and account name of a person', async () => {
    const pat = await connect('pat');
    const kim = await connect('kim', 'other');
    const [ofKim, ofPat] = await list();

    expect(await find({ search: ofPat?.consent_id ?? '' })).toEqual([pat.accountId]);
    expect(await find({ search: kim.accountId })).toEqual([kim.accountId]);
    expect(await find({ search: 'other' })).toEqual([kim.accountId]);
    expect(await find({ search: ' fake tax ' })).toEqual([pat.accountId]);
    expect(await find({ search: 'pat' })).toEqual([pat.accountId]);
    expect(await find({ search: 'kim@example.com' })).toEqual([kim.accountId]);
    expect(await find({ search: 'ki' })).toEqual([]);
    expect(ofKim?.account_id).toBe(kim.accountId);

    const again = await connect('pat', 'other');

    expect(await find({ search: 'pat@example.com' })).toEqual([again.accountId, pat.accountId]);
  });

  it('by the time at which they were given', async () => {
    const first = await connect('a');
    service.advance(day);
    const second = await connect('b');
    const later = String(start + day);

    expect(await find({ from: later })).toEqual([second.accountId]);
    expect(await find({ before: later })).toEqual([first.accountId]);
    expect(await find({ from: String(start), before: String(start + day + 1) })).toHaveLength(2);
    expect(await find({ from: later, search: first.accountId })).toEqual([]);
    expect((await get('?from=yesterday')).status).toBe(400);
    expect((await get('?limit=1001')).status).toBe(400);
  });

  it('by a name whose letters another keyboard writes', async () => {
    const decomposed = await connect('jose\u0301');
    const composed = await connect('zo\u00eb');

    expect(await find({ search: 'jos\u00e9@example.com' })).toEqual([decomposed.accountId]);
    expect(await find({ search: 'zoe\u0308@example.com' })).toEqual([composed.accountId]);
    expect(await find({ search: 'jos\u00e9' })).toEqual([decomposed.accountId]);
  });

  it('page by page within a search', async () => {
    await connect('a');
    await connect('b', 'other');
    const last = await connect('c');

    const page = await readJson(get('?search=fake&limit=1'));
    const rest = await readJson(get(`?search=fake&limit=1&after=${page.next}`));

    expect(page.consents).toMatchObject([{ account_id: last.accountId }]);
    expect(rest).toMatchObject({ next: null, consents: [{ provider_id: 'fake' }] });
  });
});

describe('the end of a consent', () => {
  const readEnds = async () => (await list()).map(({ ended }) => ended);

  it('is unknown while it is valid, then its time, also after a later consent', async () => {
    await connect('pat');
    service.advance(10 * day - 1);
    expect(await readEnds()).toEqual([null]);

    service.advance(1);
    const expired = { how: 'expired', at: start + 10 * day, by: null };
    expect(await readEnds()).toEqual([expired]);

    service.advance(day);
    await connect('pat');

    expect(await readEnds()).toEqual([null, expired]);
  });

  it('names who has disconnected the account', async () => {
    const [one, two] = [await connect('a'), await connect('b')];
    service.advance(1000);
    await service.disconnect(one.token);
    await service.disconnectAsAdmin(two.accountId, client_id);
    service.advance(20 * day);

    expect(await readEnds()).toEqual([
      { how: 'disconnected', at: start + 1000, by: 'operator' },
      { how: 'disconnected', at: start + 1000, by: 'application' },
    ]);
  });

  it('is a later consent of the same account, once its code is exchanged', async () => {
    await connect('pat');
    service.advance(1000);
    const code = await allow('pat');
    expect(await readEnds()).toEqual([{ how: 'not_connected', at: null, by: null }, null]);

    await service.finish(code, live);

    const followed = { how: 'followed', at: start + 1000, by: null };
    expect(await readEnds()).toEqual([null, followed]);

    service.advance(1000);
    await connect('pat');

    expect(await readEnds()).toEqual([null, { ...followed, at: start + 2000 }, followed]);
  });

  it('stays the deletion of the application when its client ID is registered again', async () => {
    await connect('pat');
    await service.admin.post(`applications/${client_id}/delete`, { name: live.name });
    service.advance(1000);
    await service.store.applications.register(live, start + 1000);
    const deleted = { how: 'application_deleted', at: null, by: null };
    expect(await readEnds()).toEqual([deleted]);

    await service.store.purgeDeleted();
    await connect('pat');

    expect(await readEnds()).toEqual([null, deleted]);
  });
});

describe('the export', () => {
  it('has every consent of a search as CSV, in which no text is a formula', async () => {
    const pat = await connect('pat');
    await connect('kim', 'other');

    const { headers, text, lines } = await exportAll('csv', '&search=fake');

    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="consents.csv"');
    expect(text.startsWith('\uFEFFconsent_id,client_id,application,')).toBe(true);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`,${pat.accountId},returns forms,`);
    expect(lines[1]).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
    expect(lines[1]).toContain(`,${new Date(start).toISOString()},`);
  });

  it.each([',', ';', '\t', '|'])(
    'has no formula in a cell where a spreadsheet separates by %j and takes quotes as they are',
    async (separator) => {
      await connect('pat', 'hostile');

      const { text } = await exportAll('csv');

      const cells = text.split(/\r\n|[\r\n]/).flatMap((line) => line.split(separator));
      expect(cells.filter((cell) => /^[\s"]*[=+\-@\uFF1D]/.test(cell))).toEqual([]);
      // Without the apostrophes, it is the name.
      expect(text.replaceAll("'", '').replaceAll('""', '"')).toContain(`"${hostileName}"`);
    },
  );

  it('has the records of a search as JSON lines, however many', async () => {
    await connect('pat');
    service.advance(day);
    const from = String(start + day);
    for (let count = 0; count < 60; count += 1) await allow(`person ${count}`, 'other');

    const { headers, lines } = await exportAll('jsonl', `&from=${from}`);

    expect(headers.get('Content-Type')).toBe('application/jsonl; charset=utf-8');
    expect(lines.map((line) => JSON.parse(line))).toEqual(await list({ from, limit: '1000' }));
  });

  it('is empty without a consent, and missing without an application', async () => {
    expect((await exportAll('csv')).lines).toHaveLength(1);
    expect((await exportAll('jsonl')).lines).toEqual([]);
    expect((await get('/export?format=pdf')).status).toBe(400);
    const unknown = await service.admin.get('applications/unknown_app/consents/export');
    expect(unknown.status).toBe(404);
  });
});
