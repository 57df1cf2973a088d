// @vitest-environment happy-dom
import { screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import {
  answer,
  createChange,
  openDashboard,
  press,
  readRows,
  showTime,
} from './open-dashboard.tsx';

it('the audit log names the change, the application and the actor', async () => {
  const program = { who: 'mara', via: 'admin_api' } as const;
  const key = { key_id: 'key_1', name: 'Reports' };
  const everywhere = { client_id: null, application: null, detail: 'Oakline' };
  const entries = [
    createChange('e', { ...program, action: 'secret_rotated', detail: null }),
    createChange('d', { ...program, key }),
    createChange('c', { ...program, key, who: 'Reports' }),
    createChange('b', {
      ...everywhere,
      action: 'provider_switched',
      who: 'service',
      via: 'service',
    }),
    createChange('a', { action: 'application_deleted', who: 'admin token', via: 'admin_api' }),
    createChange('0'),
  ];
  openDashboard('/dashboard/audit-log', {
    'GET audit-log?after=': answer({
      entries: entries.map((entry, index) => ({ ...entry, changed_at: 9 - index })),
      next: null,
    }),
  });

  await screen.findByRole('table', { name: 'Changes, the newest first' });

  const shop = 'Corner Shoptest_shop';
  const rows = readRows();
  expect(rows).toEqual(
    [
      `Rotated the client secret${shop}mara, with the admin token`,
      `Added an embedding originhttps://d.example${shop}mara, with the key Reports`,
      `Added an embedding originhttps://c.example${shop}Reports (key)`,
      'Changed the status of a providerOaklineAll applicationsservice',
      `Deleted the applicationhttps://a.example${shop}admin token`,
      `Added an embedding originhttps://0.example${shop}dashboard`,
    ].map((row) => row + showTime(1)),
  );
  // A deleted application has no view.
  expect(screen.getAllByRole('link', { name: 'Corner Shop' })).toHaveLength(4);
  await press('Time');
  await expect.poll(() => readRows()).toEqual([...rows].reverse());
});
