// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../../src/connect/shapes/dashboard-answers.ts';
import {
  answer,
  application,
  dropConnection,
  openDashboard,
  press,
  readFocus,
} from './open-dashboard.tsx';

type Replies = Parameters<typeof openDashboard>[1];

/** Opens the application's view. */
function open(changes: Partial<Application> = {}, replies: Replies = {}) {
  const path = '/dashboard/applications/test_shop';
  const loaded = answer({ ...application, ...changes });
  return openDashboard(path, { 'GET applications/test_shop': loaded, ...replies });
}

/** @returns the application's answer after a change */
const changed = (changes: Partial<Application>) => answer({ ...application, ...changes });

const post = (path: string) => `POST applications/test_shop/${path}`;

afterEach(() => vi.unstubAllGlobals());

describe('the client secret', () => {
  const rotated = answer({ application, client_secret: 'new_secret' });

  it('is rotated after a question, and shown once', async () => {
    const service = open({}, { [post('secrets/rotate')]: rotated });
    await press('Rotate secret');
    const question = within(await screen.findByRole('group', { name: /24 hours/ }));
    const before = [...service.changes];
    const focused = readFocus();

    await press('Rotate it now', question);
    await screen.findByText('new_secret');
    await press('I have stored it');

    expect([before, focused]).toEqual([[], 'Keep the secret']);
    expect(service.changes).toEqual([['applications/test_shop/secrets/rotate', {}]]);
    expect(screen.queryByText('new_secret')).toBeNull();
  });

  it.each(['the button', 'Escape'])('stays when %s answers the question', async (way) => {
    const service = open();
    await press('Rotate secret');
    const keep = await screen.findByRole('button', { name: 'Keep the secret' });

    if (way === 'Escape') fireEvent.keyDown(keep, { key: 'Escape' });
    else fireEvent.click(keep);

    await screen.findByRole('button', { name: 'Rotate secret' });
    await expect.poll(readFocus).toBe('Rotate secret');
    expect(service.changes).toEqual([]);
  });

  it('stays when the rotation fails, and the question stays open', async () => {
    const service = open({}, { [post('secrets/rotate')]: dropConnection });
    await press('Rotate secret');
    await press('Rotate it now');
    await screen.findByRole('alert');

    service.on(post('secrets/rotate'), rotated);
    await press('Rotate it now');

    await screen.findByText('new_secret');
  });

  it('that is old ends after a question', async () => {
    const secrets = [
      { created_at: 2, expires_at: null },
      { created_at: 1, expires_at: 3 },
    ];
    open({ secrets }, { [post('secrets/end-old')]: changed({}) });
    const table = within(await screen.findByRole('table', { name: 'Valid client secrets' }));
    const names = table.getAllByRole('rowheader').map(({ textContent }) => textContent);

    await press('End the old secret now');
    await screen.findByRole('group', { name: /stop working at once/ });
    await press('End it now');

    await screen.findByText('The old client secret has ended.');
    await expect.poll(readFocus).toBe('Credentials');
    expect(names).toEqual(['Current', 'Old']);
    expect(table.getAllByRole('rowheader')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'End the old secret now' })).toBeNull();
  });

  it.each([
    [true, 'Copied the client ID.'],
    [false, /select it and copy it by hand/],
  ])('and the client ID are copied, unless the browser refuses: %s', async (isAllowed, text) => {
    const writeText = () => (isAllowed ? Promise.resolve() : Promise.reject(new Error()));
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    open();

    await press('Copy the client ID');

    await screen.findByText(text);
  });
});
