// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { showYears } from '../../../demo/hosts/script-tag/tax-years.js';

const record = (id: string, tax_year: number, filed_at: string | null) => ({
  ...{ id, type: 'return', name: id, tax_year, jurisdiction: 'US', form: '1040' },
  ...{ status: 'filed', filed_at, files: [] },
});
const listRows = () => document.querySelectorAll('#years tbody tr');
const read = (id: string) => document.getElementById(id)?.textContent;
/** The button is pressed twice, and counts once. */
const showEarlier = () => {
  for (let count = 0; count < 2; count += 1) document.getElementById('more-records')?.click();
};

beforeEach(() => {
  document.body.innerHTML = readFileSync('demo/hosts/main.html', 'utf8');
});

it('keeps earlier pages when a later one fails, and reads each page once', async () => {
  const send = vi.spyOn(globalThis, 'fetch');
  const reply = (page: object) => send.mockResolvedValueOnce(Response.json(page));
  // Late at night in Los Angeles.
  const filed = [record('a', 2024, '2025-04-15T23:30:00-07:00'), record('b', 2023, '2024-04-15')];
  const onRead = vi.fn();
  reply({ records: filed, next_cursor: 'c2' });
  await showYears('harbor-tax', onRead);

  reply({ problem: 'login_required' });
  showEarlier();
  await vi.waitFor(() => expect(read('records-title')).toBe('Sign in again'));
  expect(listRows()).toHaveLength(2);
  expect([...document.querySelectorAll('time')].map((time) => time.textContent)).toEqual([
    'Apr 15, 2025',
    'Apr 15, 2024',
  ]);
  expect(onRead).toHaveBeenLastCalledWith({ problem: 'login_required', step: 'again' });

  reply({ records: [record('c', 2022, null)], next_cursor: null });
  showEarlier();
  await vi.waitFor(() => expect(listRows()).toHaveLength(3));
  expect(read('records-status')).toBe('3 tax years from Harbor Tax');
  expect(send.mock.calls.map(([path]) => path)).toEqual([
    '/api/records',
    '/api/records?cursor=c2',
    '/api/records?cursor=c2',
  ]);
  expect(document.getElementById('more-records')?.hidden).toBe(true);
});
