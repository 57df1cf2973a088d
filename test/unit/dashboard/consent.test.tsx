// @vitest-environment happy-dom
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { screen, within } from '@testing-library/preact';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import type { Consent } from '../../../src/connect/shapes/consent-answers.ts';
import {
  answer,
  createConsent,
  fill,
  follow,
  get,
  openApplication,
  press,
  readField,
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

async function open(replies: Parameters<typeof openApplication>[2] = {}, hash = '') {
  const all = { [get.consents]: firstPage, ...replies };
  const service = openApplication(`/consent${hash}`, {}, all);
  const section = within(await screen.findByRole('region', { name: 'What people have allowed' }));
  const readRows = () =>
    [...document.querySelectorAll('.list__row')].map(({ textContent }) => textContent);
  /** @returns the text of the row of a consent, once it is shown */
  const findRow = async (id: string) => {
    await section.findByTitle(`account_of_${id}`);
    return (await section.findByTitle(`account_of_${id}`)).closest('tr')?.textContent ?? '';
  };
  /** @returns the text of everything that was agreed */
  const openRecord = async (id: string) => {
    await press(`Details of the consent for account_of_${id}`);
    const record = await section.findByText('Record');
    return record.closest('dl')?.textContent ?? '';
  };
  const readExports = () =>
    section
      .queryAllByRole('link', { name: /^Export/ })
      .map((link) => link.getAttribute('href')?.split('/consents/export')[1]);
  return { service, section, readRows, findRow, openRecord, readExports };
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
    const { findRow, openRecord } = await open({
      [get.consents]: list(createConsent('consent_a', { expires_at: 2 })),
    });

    expect(await findRow('consent_a')).toMatch(/^ValidTallyBird/);
    const record = await openRecord('consent_a');
    for (const part of [
      'Given toCorner Shop of then test_shop (test)',
      'Datatax returns, tax forms',
      'PurposeTo work out your loan.',
      'Privacy policy URLhttps://shop.example/privacy',
      'Language of the textes',
      'SHA-256 of the textab12',
    ]) {
      expect(record.replaceAll(/\s+/g, ' ')).toContain(part);
    }
    expect(record).toMatch(/Agreed end(Thursday, January 1, 1970|Wednesday, December 31, 1969)/);
  });

  it('say how they have ended, and what nothing has said', async () => {
    const at = 86_400_000;
    const none = { at: null, by: null };
    const unsaid = { purpose: null, privacy_url: null, locale: null, text_hash: null };
    const ends = [
      createConsent('consent_a', { ended: { how: 'expired', at, by: null } }),
      createConsent('consent_b', { ended: { how: 'disconnected', at, by: 'person' } }),
      createConsent('consent_c', { ended: { how: 'followed', at, by: null } }),
      createConsent('consent_d', { ended: { how: 'not_connected', ...none } }),
      createConsent('consent_e', { ended: { how: 'application_deleted', ...none }, ...unsaid }),
    ];
    const { findRow, openRecord } = await open({ [get.consents]: list(...ends) });

    expect(await findRow('consent_a')).toMatch(/^Ended.*Ended Jan.*Its time is over/);
    expect(await findRow('consent_b')).toContain('The person ended it');
    expect(await findRow('consent_c')).toContain('Replaced by a later consent.');
    expect(await findRow('consent_d')).toContain('code was not exchanged');
    expect(await findRow('consent_e')).toContain('application was deleted');
    expect(await openRecord('consent_e')).toMatch(
      /PurposeNot said.*Privacy policy URLNone.*no page has shown it/,
    );
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

  it('name the time zone, and not an offset that is wrong for half of their times', async () => {
    expect(await runIn('Europe/Paris', 'format.ts', 'console.log(formatZone())')).toBe(
      'Europe/Paris\n',
    );
  });

  it('are searched by a text and by days, and exported as they are searched', async () => {
    const [from, before] = [midnight(2026, 3, 1), midnight(2026, 4, 1)];
    const query = `search=pat&from=${from}&before=${before}`;
    const { findRow, readExports } = await open({
      [`${request}?${query}&after=`]: list(createConsent('consent_c')),
    });
    await findRow('consent_a');
    expect(readExports()).toEqual(['?search=&format=csv', '?search=&format=jsonl']);

    await fill(searchLabel, ' pat ');
    await fill('From', '2026-03-01');
    await fill('To', '2026-03-31');
    await press('Search consents');

    await screen.findByText('1 consent shown.');
    expect(readExports()).toEqual([`?${query}&format=csv`, `?${query}&format=jsonl`]);

    await press('Show all consents');

    await screen.findByText('2 consents shown.');
    expect(readField('From')).toBe('');
    await expect.poll(() => document.activeElement?.id).toBe('search');
  });

  it('are not searched by a day that does not exist', async () => {
    const { findRow, service } = await open();
    await findRow('consent_a');
    // As the browser judges February 30, whose `value` is ''.
    screen.getByLabelText<HTMLInputElement>('To').setCustomValidity('Please enter a valid value.');
    const asked = service.requests.length;

    await press('Search consents');

    expect(service.requests.length).toBe(asked);
  });

  it('are none of a search without a match, which has nothing to export', async () => {
    const { findRow, readExports } = await open({ [`${request}?search=x&after=`]: list() });
    await findRow('consent_a');

    await fill(searchLabel, 'x');
    await press('Search consents');

    await screen.findByText('No consent matches. IDs and names must be complete.');
    expect(readExports()).toEqual([]);
  });
});

describe('the record of a consent', () => {
  it('has an address, which shows it open', async () => {
    const only = { [`${request}?search=consent_a&after=`]: list(createConsent('consent_a')) };
    const { findRow, section } = await open(only, '#search=consent_a');
    await findRow('consent_a');

    section.getByText('SHA-256 of the text');
    expect(readField(searchLabel)).toBe('consent_a');
  });

  it('is reached by its link in the list', async () => {
    const { findRow, openRecord, section, readRows } = await open({
      [`${request}?search=consent_b&after=`]: list(createConsent('consent_b')),
    });
    await findRow('consent_b');
    await openRecord('consent_b');
    const link = section.getByRole('link', { name: 'consent_b' });
    expect(link.getAttribute('href')).toMatch(
      /\/applications\/test_shop\/consent#search=consent_b$/,
    );

    link.click();

    await expect.poll(readRows).toHaveLength(1);
    await follow('Consent');
    await expect.poll(readRows).toHaveLength(2);
  });
});
