// @vitest-environment happy-dom
import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import {
  answer,
  createChange,
  dropConnection,
  follow,
  openDashboard,
  press,
  readFocus,
} from './open-dashboard.tsx';

const path = '/dashboard/audit-log';
const firstPage = answer({ entries: [createChange('b')], next: 'b' });
const firstRequest = 'GET audit-log?after=';
const nextRequest = 'GET audit-log?after=b';
const lastPage = answer({ entries: [createChange('a')], next: null });
const readRows = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('the audit log', () => {
  it('says when nothing has been changed', async () => {
    openDashboard(path, { [firstRequest]: answer({ entries: [], next: null }) });

    await screen.findByText('Nothing has been changed yet.');

    expect(screen.queryByRole('table')).toBeNull();
  });

  it('is the current link, and its heading gets the focus', async () => {
    openDashboard('/dashboard', { [firstRequest]: firstPage });

    await follow('Audit log');

    await screen.findByRole('link', { name: 'Audit log', current: 'page' });
    await expect.poll(readFocus).toBe('Audit log');
  });

  it('names the change, the application and the actor', async () => {
    const entries = [
      createChange('c', { action: 'secret_rotated', detail: null, who: 'mara', via: 'admin_api' }),
      createChange('b'),
      createChange('a', {
        action: 'application_deleted',
        detail: null,
        who: 'admin token',
        via: 'admin_api',
      }),
    ];
    openDashboard(path, { [firstRequest]: answer({ entries, next: null }) });
    await screen.findByRole('heading', { name: 'Audit log' });

    await screen.findByRole('table', { name: 'Changes, the newest first' });

    expect(readRows()).toEqual([
      expect.stringMatching(/^Rotated the client secretCorner Shop.*mara, with the admin token/),
      expect.stringMatching(/^Added an embedding originhttps:\/\/b\.exampleCorner.*dashboard/),
      expect.stringMatching(/^Deleted the applicationCorner Shoptest_shopadmin token(?!,)/),
    ]);
    // A deleted application has no view.
    expect(screen.getAllByRole('link', { name: 'Corner Shop' })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show more changes' })).toBeNull();
  });

  it('shows more, announces the number, and moves the focus to the first new one', async () => {
    openDashboard(path, { [firstRequest]: firstPage, [nextRequest]: lastPage });

    await press('Show more changes');

    await screen.findByText('2 changes shown.');
    await expect.poll(readFocus).toContain('https://a.example');
    expect(readRows()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show more changes' })).toBeNull();
  });

  it('keeps its entries when more cannot be loaded, and asks again', async () => {
    const replies = { [firstRequest]: firstPage, [nextRequest]: dropConnection };
    const service = openDashboard(path, replies);
    await press('Show more changes');
    await screen.findByRole('alert');
    const kept = readRows();

    service.on(nextRequest, lastPage);
    await press('Show more changes');

    await screen.findByText('2 changes shown.');
    expect(kept).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('drops a late answer for more when the log has been opened again', async () => {
    const service = openDashboard(path, { [firstRequest]: firstPage });
    const release = service.hold(nextRequest);
    await press('Show more changes');
    await follow('Applications');
    service.on(firstRequest, answer({ entries: [createChange('c')], next: 'c' }));
    await follow('Audit log');
    await screen.findByText('https://c.example');

    await release(lastPage);
    service.on('GET audit-log?after=c', answer({ entries: [createChange('b')], next: null }));
    await press('Show more changes');

    await screen.findByText('2 changes shown.');
    expect(readRows().map((text) => /https:[^E]*example/.exec(text ?? '')?.[0])).toEqual([
      'https://c.example',
      'https://b.example',
    ]);
  });
});
