// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectSession } from '../../../src/connect/shapes/dashboard-answers.ts';
import {
  answer,
  confirm,
  copy,
  createSession,
  get,
  openApplication,
  post,
  press,
  type Replies,
  readFocus,
  readRows,
  showTime,
} from './open-dashboard.tsx';

/** Long after the sessions below have finished. */
const now = Date.UTC(2026, 0, 2);

const list = (...sessions: readonly ConnectSession[]) => answer({ sessions, next: null });
const firstPage = answer({
  sessions: ['cs_a', 'cs_b'].map((id) => createSession(id)),
  next: 'cs_b',
});

async function open(replies: Replies = {}) {
  const service = openApplication('/sessions', {}, { [get.sessions]: firstPage, ...replies });
  const name = 'Sessions that your backend has made';
  const section = within(await screen.findByRole('region', { name }));
  await section.findAllByRole('row');
  const readIds = () => readRows(section).map((text) => /cs_[a-z]/.exec(text)?.[0]);
  const findRow = async (id: string) => {
    await section.findByText(id);
    return readRows(section).find((text) => text.includes(id));
  };
  return { service, section, readIds, findRow };
}

beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(now));
afterEach(() => void vi.restoreAllMocks());

describe('the sessions of an application', () => {
  it('are ordered by time when all are shown, and only then', async () => {
    const sessions = [
      createSession('cs_b', { created_at: 2 }),
      createSession('cs_a', { created_at: 1 }),
    ];
    const { readIds, findRow } = await open({
      [get.sessions]: answer({ sessions, next: 'cs_a' }),
      [`${get.sessions}cs_a`]: list(createSession('cs_c', { created_at: 0 })),
    });
    await findRow('cs_b');
    expect(screen.queryByRole('button', { name: 'Created' })).toBeNull();

    await press('Show more sessions');
    await findRow('cs_c');
    const header = screen.getByRole('columnheader', { name: /^Created/ });
    const readOrder = () => [header.getAttribute('aria-sort'), header.textContent];
    expect(readOrder()).toEqual(['descending', 'Created ↓']);
    await press('Created');

    await expect.poll(readIds).toEqual(['cs_c', 'cs_a', 'cs_b']);
    expect(readOrder()).toEqual(['ascending', 'Created ↑']);
    await press('Created');
    await expect.poll(readIds).toEqual(['cs_b', 'cs_a', 'cs_c']);
    expect(readOrder()).toEqual(['descending', 'Created ↓']);
  });

  it('say for whom they are and in plain words how they ended', async () => {
    const finished_at = 90_000_000;
    const account = { account_id: 'account_e', provider_id: 'tallybird' };
    const connected = { status: 'connected', ...account } as const;
    const [lost, fresh] = [now - 60_001, now - 60_000];
    const { section } = await open({
      [get.sessions]: list(
        createSession('cs_a', { client_user_id: 'user-17' }),
        createSession('cs_0123456789abcdef', { status: 'denied', finished_at }),
        createSession('cs_c', { status: 'canceled', finished_at }),
        createSession('cs_d', { status: 'expired', finished_at }),
        createSession('cs_e', { ...connected, finished_at, exchanged: true }),
        createSession('cs_f', { ...connected, finished_at: fresh }),
        createSession('cs_g', { ...connected, finished_at: lost }),
      ),
    });

    const [created, finished] = [showTime(1), `Finished ${showTime(finished_at)}`];
    expect(readRows(section)).toEqual([
      `Opencs_auser-17${created}Expires ${showTime(86_400_001)}–Cancel`,
      `Deniedcs_012345678…Copy${created}${finished}–`,
      `Canceledcs_c${created}${finished}–`,
      `Expiredcs_d${created}${finished}–`,
      `Connectedcs_e${created}${finished}tallybird account_eCode exchanged.`,
      `Connectedcs_f${created}Finished ${showTime(fresh)}tallybird account_eThe code waits for your backend.`,
      expect.stringMatching(/^Connectedcs_g.* account_eCode not exchanged\. The person believes/),
    ]);
    const link = section.getByRole('link', { name: 'Finish a lost code' });
    expect(link.getAttribute('href')).toBe('/docs/sessions#finish-a-lost-code');
    expect(await copy('session ID cs_0123456789abcdef')).toBe('cs_0123456789abcdef');
  });

  it('are shown by status, and all again', async () => {
    const { service, section, readIds } = await open();
    service.on(`${get.sessions}&status=open`, list(createSession('cs_b')));
    service.on(`${get.sessions}&status=denied`, list());
    const readPressed = () => section.getByRole('button', { pressed: true }).textContent;
    expect(screen.getByRole('status').textContent).toBe('');

    await press('Open', '1 session shown.');
    expect([readIds(), readPressed()]).toEqual([['cs_b'], 'Open']);
    await press('Denied');
    await section.findByText('No session has this status.');
    await screen.findByText('No session found.');
    await press('All', '2 sessions shown.');

    expect([readIds(), readPressed()]).toEqual([['cs_a', 'cs_b'], 'All']);
  });
});

it('a session is canceled after a question, which Escape answers with no', async () => {
  const canceled = createSession('cs_a', { status: 'canceled', finished_at: 86_400_000 });
  const { service, findRow, section } = await open({
    [post('sessions/cancel')]: answer({ canceled: 'cs_a' }),
    [`${get.sessions}&limit=3`]: list(canceled, createSession('cs_b')),
  });

  await press('Cancel cs_a');
  fireEvent.keyDown(screen.getByText('Keep it open'), { key: 'Escape' });
  await expect.poll(readFocus).toBe('Cancel');
  await confirm(service, ['Cancel cs_a', /nothing can be connected/i, 'Cancel it now']);

  await screen.findByText('Nothing can be connected in cs_a any more.');
  await expect.poll(readFocus).toBe('Sessions that your backend has made');
  expect(service.changes).toEqual([['sessions/cancel', { session_id: 'cs_a' }]]);
  expect(await findRow('cs_a')).toContain('Canceled');
  const names = section.getAllByRole('button', { name: /^Cancel / });
  expect(names.map((button) => button.getAttribute('aria-label'))).toEqual(['Cancel cs_b']);
});

it('a link to try is shown once, with a picture for the camera of a phone, and the list has its session', async () => {
  const url = 'http://localhost/connect?client_id=test_shop&session=s3cret';
  const { service, findRow } = await open({
    [get.sessions]: list(createSession('cs_b')),
    [`${get.sessions}&limit=2`]: list(createSession('cs_a'), createSession('cs_b')),
    [post('sessions/create')]: answer({ session_id: 'cs_a', url, expires_at: now + 1_800_000 }),
  });

  await press('Create a link', /It is shown only this once\. It works until Jan 2, .*12:30:00/);

  expect(await copy('link')).toBe(url);
  const readCode = async () =>
    (await screen.findByRole('img', { name: 'QR code of the link' })).innerHTML;
  const code = await readCode();
  expect(await findRow('cs_a')).toContain('Open');
  const next = { session_id: 'cs_b', url: `${url}2`, expires_at: now + 1_800_000 };
  service.on(post('sessions/create'), answer(next));

  await press('Create a link', next.url);

  expect(screen.queryByText(url)).toBeNull();
  expect(await copy('link')).toBe(next.url);
  expect(await readCode()).not.toBe(code);

  await press('Hide the link');

  expect(screen.queryByText(next.url)).toBeNull();
  expect(readFocus()).toBe('Create a link');
});
