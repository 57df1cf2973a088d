// @vitest-environment happy-dom
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { screen, within } from '@testing-library/preact';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { formatWholeTime } from '../../../src/connect/dashboard/format.ts';
import type { Consent } from '../../../src/connect/shapes/consent-answers.ts';
import { shareKinds } from '../../../src/connect/shapes/unions.ts';
import {
  answer,
  copy,
  createConsent,
  fill,
  follow,
  get,
  openApplication,
  press,
  type Replies,
  readFacts,
  readField,
  readRows,
  showTime,
} from './open-dashboard.tsx';

const request = 'GET applications/test_shop/consents';
const searchLabel = 'Account, provider, person or consent ID';
const list = (...consents: readonly Consent[]) => answer({ consents, next: null });
const firstPage = answer({
  consents: ['consent_a', 'consent_b'].map((id) => createConsent(id)),
  next: 'consent_b',
});
/** The start of a day in the visitor's time zone, in milliseconds since the epoch. */
const midnight = (year: number, month: number, day: number) =>
  Number(new Date(year, month - 1, day));

async function open(replies: Replies = {}, hash = '') {
  const all = { [get.consents]: firstPage, ...replies };
  const service = openApplication(`/consent${hash}`, {}, all);
  const section = within(await screen.findByRole('region', { name: 'What people have allowed' }));
  await section.findAllByRole('row');
  const openRecord = (id: string) => press(`Details of the consent for account_of_${id}`);
  const readExports = () =>
    section
      .queryAllByRole('link', { name: /^Export/ })
      .map((link) => link.getAttribute('href')?.split('/consents/export')[1]);
  return { service, section, openRecord, readExports };
}

/** Runs a program after a file of the dashboard, in another process, because the time zone of a process is fixed. */
async function runIn(zone: string, name: string, program: string): Promise<string> {
  const file = `src/connect/dashboard/${name}`;
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  return execFileSync(process.execPath, ['--input-type=module', '-e', code + program], {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  });
}

describe('the consents of an application', () => {
  it('are shown with everything that was agreed', async () => {
    const consent = createConsent('consent_a', {
      shares: [...shareKinds],
      expires_at: 86_400_000,
      locale: 'de',
      purpose_locale: 'es',
    });
    const { section, openRecord } = await open({ [get.consents]: list(consent) });

    const [given, end] = [showTime(1), showTime(86_400_000)];
    expect(readRows(section)).toEqual([`ValidTallyBirdaccount_of_c…Copy${given}Until ${end}`]);
    section.getByTitle(showTime(1, formatWholeTime));
    expect(await copy('account ID account_of_consent_a')).toBe('account_of_consent_a');
    await openRecord('consent_a');
    expect(await readFacts('Record')).toEqual([
      'Given to: Corner Shop of then test_shop (test)',
      'Provider: TallyBird tallybird',
      'Account: account_of_consent_a',
      'Data: name, address and filing status, tax returns, IRS transcripts, tax forms, other tax documents',
      'Purpose: To work out your loan.',
      'Language of the purpose: es',
      'Privacy policy URL: https://shop.example/privacy',
      `Given: ${showTime(1, formatWholeTime)}`,
      `Agreed end: ${showTime(86_400_000, formatWholeTime)}`,
      'Now: Valid',
      'Language of the text: de',
      'SHA-256 of the text: ab12',
      'Record: consent_a',
    ]);
  });

  it('say how they have ended, and what nothing has said', async () => {
    const at = 86_400_000;
    const ends = [
      ['expired', null, 'Its time is over.'],
      ['disconnected', null, 'The account was disconnected.'],
      ['disconnected', 'person', 'The person ended it.'],
      ['disconnected', 'application', 'The application disconnected the account.'],
      ['disconnected', 'operator', 'The account was disconnected here or by the admin API.'],
      ['followed', null, 'Replaced by a later consent.'],
      ['not_connected', null, 'Its code was not exchanged, so the application got no access.'],
    ] as const;
    const unsaid = { shares: [], purpose: null, privacy_url: null, locale: null, text_hash: null };
    const deleted = { how: 'application_deleted', at: null, by: null } as const;
    const consents = [
      createConsent('c', { ...unsaid, ended: deleted, granted_at: 9 }),
      ...ends.map(([how, by], index) => {
        return createConsent(`c${index}`, { ended: { how, at, by }, granted_at: 8 - index });
      }),
    ];
    const { section, openRecord } = await open({ [get.consents]: list(...consents) });

    const given = showTime(1);
    const rows = readRows(section);
    expect(rows).toEqual([
      `EndedTallyBirdaccount_of_c${given}The application was deleted.`,
      ...ends.map(([, , text], index) => {
        return `EndedTallyBirdaccount_of_c${index}${given}Ended ${showTime(at)}. ${text}`;
      }),
    ]);
    await press('Given');
    await expect.poll(() => readRows(section)).toEqual([...rows].reverse());
    await openRecord('c');
    expect((await readFacts('Record')).slice(3, -1)).toEqual([
      'Data: none',
      'Purpose: Not said',
      'Language of the purpose: Not said',
      'Privacy policy URL: None',
      `Given: ${showTime(1, formatWholeTime)}`,
      'Agreed end: No expiry',
      'Now: The application was deleted.',
      'Language of the text: Not known: no page has shown it',
      'SHA-256 of the text: Not known',
    ]);
  });

  it.each([
    ['America/Santiago', '2026-09-06', ['2026-09-06T04', '2026-09-07T03']],
    ['Europe/Paris', '2026-03-29', ['2026-03-28T23', '2026-03-29T22']],
    ['UTC', '12026-01-31', ['+012026-01-31T00', '+012026-02-01T00']],
  ])('are searched by a day of %s, %s', async (zone, day, expected) => {
    const choice = JSON.stringify({ firstDay: day, lastDay: day });
    // A day of Santiago begins at 01:00.
    const output = await runIn(
      zone,
      'parts/days.ts',
      `const { from, before } = toTimes(${choice});
      for (const time of [from, before]) console.log(new Date(time).toISOString());`,
    );

    expect(output).toBe(expected.map((hour) => `${hour}:00:00.000Z\n`).join(''));
  });

  it('are searched by a text and by days, and exported as they are searched', async () => {
    const [from, before] = [midnight(2026, 3, 1), midnight(2026, 4, 1)];
    const query = `search=pat&from=${from}&before=${before}`;
    const { service, readExports } = await open({
      [`${request}?${query}&after=`]: list(createConsent('consent_c')),
    });
    expect(readExports()).toEqual(['?search=&format=csv', '?search=&format=jsonl']);

    await fill(searchLabel, ' pat ');
    await fill('From', '2026-03-01');
    await fill('To', '2026-03-31');
    await press('Search consents', '1 consent shown.');

    expect(readExports()).toEqual([`?${query}&format=csv`, `?${query}&format=jsonl`]);
    expect(screen.queryByText('Record')).toBeNull();

    await press('Show all consents', '2 consents shown.');

    expect(readField('From')).toBe('');
    await expect.poll(() => document.activeElement?.id).toBe('search');
    service.on(`${request}?search=x&after=`, list());
    await fill(searchLabel, 'x');
    await press('Search consents', 'No consent matches. IDs and names must be complete.');
    expect(readExports()).toEqual([]);
    // As the browser judges February 30, whose `value` is ''.
    screen.getByLabelText<HTMLInputElement>('To').setCustomValidity('Please enter a valid value.');
    const asked = service.requests.length;
    await press('Search consents');
    expect(service.requests.length).toBe(asked);
  });
});

describe('the record of a consent', () => {
  it('has an address, which shows it open', async () => {
    const only = { [`${request}?search=consent_a&after=`]: list(createConsent('consent_a')) };
    const { section } = await open(only, '#search=consent_a');

    section.getByText('SHA-256 of the text');
    expect(readField(searchLabel)).toBe('consent_a');
  });

  it('is reached by its link in the list', async () => {
    const { openRecord, section } = await open({
      [`${request}?search=consent_b&after=`]: list(createConsent('consent_b')),
    });
    await openRecord('consent_b');
    const { hash } = section.getByRole<HTMLAnchorElement>('link', { name: 'consent_b' });
    expect(hash).toBe('#search=consent_b');

    await follow('consent_b');

    await expect.poll(() => section.queryByTitle('account_of_consent_a')).toBeNull();
    await follow('Consent');
    await section.findByTitle('account_of_consent_a');
  });
});
