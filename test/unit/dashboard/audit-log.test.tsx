// @vitest-environment happy-dom
import { screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { answer, createChange, openDashboard, readRows } from './open-dashboard.tsx';

it('the audit log names the change, the application and the actor', async () => {
  const removal = { detail: null, who: 'admin token', via: 'admin_api' } as const;
  const entries = [
    createChange('c', { action: 'secret_rotated', detail: null, who: 'mara', via: 'admin_api' }),
    createChange('b'),
    createChange('a', { ...removal, action: 'application_deleted' }),
  ];
  openDashboard('/dashboard/audit-log', {
    'GET audit-log?after=': answer({ entries, next: null }),
  });
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
