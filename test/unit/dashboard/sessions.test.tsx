// @vitest-environment happy-dom
import { screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectSession } from '../../../src/connect/shapes/dashboard-answers.ts';
import {
  answer,
  createSession,
  openDashboard,
  press,
  readFocus,
  readRows,
  sessionsRequest,
} from './open-dashboard.tsx';

const path = '/dashboard/applications/test_shop/sessions';
const cancelRequest = 'POST applications/test_shop/sessions/cancel';
const cancelPath = 'applications/test_shop/sessions/cancel';
const openRequest = `${sessionsRequest}&status=open`;
const deniedRequest = `${sessionsRequest}&status=denied`;
/** Long after the sessions below have finished. */
const now = Date.UTC(2026, 0, 2);

const list = (...sessions: readonly ConnectSession[]) => answer({ sessions, next: null });
const firstPage = answer({
  sessions: ['cs_a', 'cs_b'].map((id) => createSession(id)),
  next: 'cs_b',
});

async function open(replies: Parameters<typeof openDashboard>[1] = {}) {
  const service = openDashboard(path, { [sessionsRequest]: firstPage, ...replies });
  const name = 'Sessions that your backend has made';
  const section = within(await screen.findByRole('region', { name }));
  await section.findAllByRole('row');
  const readIds = () => readRows(section).map((text) => /cs_[a-z]/.exec(text)?.[0]);
  /** @returns the text of the row of a session, once it is shown */
  const findRow = async (id: string) => {
    await section.findByText(id);
    return readRows(section).find((text) => text.includes(id));
  };
  return { service, section, readIds, findRow };
}

beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(now));
afterEach(() => void vi.restoreAllMocks());

describe('the sessions of an application', () => {
  it('are none at first, which says what a session is', async () => {
    openDashboard(path);

    const text = await screen.findByText(/^None yet\. A session is/);

    const link = within(text).getByRole('link', { name: 'About sessions' });
    expect(link.getAttribute('href')).toBe('/docs/sessions');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('are ordered by time when all are shown, and only then', async () => {
    const sessions = [
      createSession('cs_b', { created_at: 2 }),
      createSession('cs_a', { created_at: 1 }),
    ];
    const { readIds, findRow } = await open({
      [sessionsRequest]: answer({ sessions, next: 'cs_a' }),
      [`${sessionsRequest}cs_a`]: list(createSession('cs_c', { created_at: 0 })),
    });
    await findRow('cs_b');
    expect(screen.queryByRole('button', { name: 'Created' })).toBeNull();

    await press('Show more sessions');
    await findRow('cs_c');
    await press('Created');

    await expect.poll(readIds).toEqual(['cs_c', 'cs_a', 'cs_b']);
    const header = screen.getByRole('columnheader', { name: /^Created/ });
    const readOrder = () => [header.getAttribute('aria-sort'), header.textContent];
    expect(readOrder()).toEqual(['ascending', 'Created ↑']);
    await press('Created');
    await expect.poll(readIds).toEqual(['cs_b', 'cs_a', 'cs_c']);
    expect(readOrder()).toEqual(['descending', 'Created ↓']);
  });

  it('say in plain words how they ended', async () => {
    const { findRow } = await open({
      [sessionsRequest]: list(
        createSession('cs_a'),
        createSession('cs_b', { status: 'denied', finished_at: 86_400_000 }),
        createSession('cs_c', { status: 'canceled', finished_at: 86_400_000 }),
        createSession('cs_d', { status: 'expired', finished_at: 86_400_000 }),
        createSession('cs_e', {
          status: 'connected',
          account_id: 'account_e',
          provider_id: 'tallybird',
          exchanged: true,
          finished_at: 86_400_000,
        }),
      ),
    });

    expect(await findRow('cs_a')).toMatch(/^Open.*Jan 1, 1970.*Expires Jan 2, 1970/);
    expect(await findRow('cs_b')).toMatch(/^Denied.*Jan 1, 1970.*Finished Jan 2, 1970/);
    expect(await findRow('cs_c')).toContain('Canceled');
    expect(await findRow('cs_d')).toContain('Expired');
    const connected = await findRow('cs_e');
    expect(connected).toMatch(/Connected.*tallybird.*account_e.*Code exchanged/);
    expect(connected).not.toContain('not exchanged');
  });

  it('name a lost code, and lead to how it is finished', async () => {
    const connected = {
      status: 'connected',
      account_id: 'account_a',
      provider_id: 'tallybird',
    } as const;
    const { section, findRow } = await open({
      [sessionsRequest]: list(
        createSession('cs_a', { ...connected, finished_at: now - 60_001 }),
        createSession('cs_b', { ...connected, finished_at: now - 60_000 }),
      ),
    });

    expect(await findRow('cs_a')).toContain('Code not exchanged');
    expect(await findRow('cs_b')).not.toContain('Code not exchanged');
    expect(await findRow('cs_b')).toContain('waits for your backend');
    const link = section.getByRole('link', { name: 'Finish a lost code' });
    expect(link.getAttribute('href')).toBe('/docs/sessions#finish-a-lost-code');
  });

  it('are shown by status, and all again', async () => {
    const { service, section, readIds } = await open();
    service.on(openRequest, list(createSession('cs_b')));
    service.on(deniedRequest, list());

    await press('Open');
    await screen.findByText('1 session shown.');
    const shown = [readIds(), section.getByRole('button', { pressed: true }).textContent];
    await press('Denied');
    await section.findByText('No session was denied.');
    await screen.findByText('No session found.');
    await press('All');

    await screen.findByText('2 sessions shown.');
    expect(shown).toEqual([['cs_b'], 'Open']);
    expect(readIds()).toEqual(['cs_a', 'cs_b']);
    expect(section.getByRole('button', { pressed: true }).textContent).toBe('All');
  });
});

describe('a session', () => {
  const canceled = createSession('cs_a', { status: 'canceled', finished_at: 86_400_000 });

  it('is canceled after a question', async () => {
    const { service, findRow, section } = await open({
      [cancelRequest]: answer({ canceled: 'cs_a' }),
      [`${sessionsRequest}&limit=3`]: list(canceled, createSession('cs_b')),
    });
    await press('Cancel cs_a');
    await screen.findByRole('group', { name: /nothing can be connected/i });
    const [before, focused] = [[...service.changes], readFocus()];

    await press('Cancel it now');

    await screen.findByText('Nothing can be connected in cs_a any more.');
    await expect.poll(readFocus).toBe('Sessions that your backend has made');
    expect([before, focused]).toEqual([[], 'Keep it open']);
    expect(service.changes).toEqual([[cancelPath, { session_id: 'cs_a' }]]);
    expect(await findRow('cs_a')).toContain('Canceled');
    const names = section.getAllByRole('button', { name: /^Cancel / });
    expect(names.map((button) => button.getAttribute('aria-label'))).toEqual(['Cancel cs_b']);
  });
});

describe('a link to try', () => {
  const url = 'http://localhost/connect?client_id=test_shop&session=s3cret';
  const createRequest = 'POST applications/test_shop/sessions/create';

  it('is shown once, with a picture for the camera of a phone, and the list has its session', async () => {
    let sessions: ConnectSession[] = [createSession('cs_b')];
    const { findRow } = await open({
      [sessionsRequest]: () => answer({ sessions, next: null })(),
      [`${sessionsRequest}&limit=2`]: () => answer({ sessions, next: null })(),
      [createRequest]: () => {
        sessions = [createSession('cs_a'), ...sessions];
        return answer({ session_id: 'cs_a', url, expires_at: now + 1_800_000 })();
      },
    });

    await press('Create a link');

    expect(await screen.findByText(url)).toBeTruthy();
    expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeTruthy();
    expect(await findRow('cs_a')).toContain('Open');

    await press('Hide the link');

    expect(screen.queryByText(url)).toBeNull();
    expect(readFocus()).toBe('Create a link');
  });
});
