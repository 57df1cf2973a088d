// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../src/connect/shapes/dashboard-answers.ts';
import {
  answer,
  application,
  dropConnection,
  fill,
  openDashboard,
  press,
  readField,
  refuse,
  session,
  signedOut,
  stranger,
} from './open-dashboard.tsx';

async function signIn(password = 'right'): Promise<void> {
  await fill('Password', password);
  await press('Sign in');
}

describe('the sign-in', () => {
  it('clears a wrong password and says so, and accepts the right one', async () => {
    const service = openDashboard('/dashboard', { 'GET session': signedOut });
    service.on('POST sign-in', refuse(401, 'The password is wrong.'));
    await signIn('wrong');
    const alert = await screen.findByRole('alert');
    const left = readField('Password');

    service.on('POST sign-in', answer(session));
    await signIn();

    await screen.findByRole('heading', { name: 'Applications' });
    expect(alert.textContent).toBe('The password is wrong.');
    expect(left).toBe('');
    expect(service.changes).toEqual([
      ['sign-in', { password: 'wrong' }],
      ['sign-in', { password: 'right' }],
    ]);
  });

  it('sends nothing without a password, and nothing twice', async () => {
    const service = openDashboard('/dashboard', { 'GET session': signedOut });
    await press('Sign in');
    const before = [...service.changes];
    const release = service.hold('POST sign-in');

    await signIn();
    await press('Sign in');
    await release(answer(session));

    await screen.findByRole('heading', { name: 'Applications' });
    expect(before).toEqual([]);
    expect(service.changes).toHaveLength(1);
  });

  it('says that an earlier one has expired, and not to a first visitor', async () => {
    openDashboard('/dashboard', { 'GET session': signedOut });
    await screen.findByLabelText('Password');
    const first = screen.queryByRole('alert');
    cleanup();

    const hasExpired = answer({ ...stranger, has_expired: true });
    openDashboard('/dashboard', { 'GET session': hasExpired });

    expect((await screen.findByRole('alert')).textContent).toContain('Sign in again');
    expect(first).toBeNull();
  });

  it('ends with the sign-out, which removes everything that was shown', async () => {
    openDashboard('/dashboard/applications/test_shop');
    await screen.findAllByText('Corner Shop');

    await press('Sign out');

    await screen.findByRole('heading', { name: 'Sign in' });
    expect(screen.getByRole('status').textContent).toBe('You are signed out.');
    expect(document.body.textContent).not.toContain('test_shop');
  });

  it('shows nothing of an earlier one until it is loaded again', async () => {
    const service = openDashboard('/dashboard/applications/test_shop');
    await screen.findAllByText('Corner Shop');
    await press('Sign out');
    const release = service.hold('GET applications/test_shop');

    await signIn();
    await screen.findByText('Loading…');
    const early = screen.queryByText('Corner Shop');
    await release(answer(application));

    await screen.findAllByText('Corner Shop');
    expect(early).toBeNull();
  });
});

describe('a sign-in in another tab', () => {
  const post = 'POST applications/test_shop/rename';
  const renamed = answer({ ...application, name: 'Store' });
  const rename = async (signedInAgain: Session) => {
    const service = openDashboard('/dashboard/applications/test_shop/settings');
    await fill('Name', 'Store');
    service.on('GET session', answer(signedInAgain));
    service.on(post, (token) =>
      token === signedInAgain.csrf_token
        ? renamed()
        : refuse(403, 'X-CSRF-Token is missing or wrong.')(),
    );
    await press('Save details');
    return service;
  };

  it('does not keep this tab of the same person from saving', async () => {
    await rename({ ...session, csrf_token: 'newer' });

    await screen.findByText('The details are saved.');
  });

  it.each([
    ['another person', { ...session, csrf_token: 'other', person: 'bo@shop.example' }],
    ['another role', { ...session, csrf_token: 'newer', role: 'reader' as const }],
  ])('ends the sign-in of this tab when it is of %s', async (_, other) => {
    const service = await rename(other);

    await screen.findByRole('heading', { name: 'Sign in' });
    expect(service.changes).toHaveLength(1);
  });

  it('is not assumed at other refusals, which are shown', async () => {
    const service = openDashboard('/dashboard/applications/test_shop/settings');
    await fill('Name', 'Store');
    service.on(post, refuse(403, 'This needs another role.'));
    await press('Save details');

    await screen.findByText('This needs another role.');
    expect(service.changes).toHaveLength(1);
  });
});

describe('a service that cannot be reached', () => {
  it('is explained at the start, and asked again', async () => {
    const service = openDashboard('/dashboard', { 'GET session': dropConnection });
    const alert = await screen.findByRole('alert');

    service.on('GET session', signedOut);
    await press('Try again');

    await screen.findByLabelText('Password');
    expect(alert.textContent).toContain('could not be reached');
  });

  it('loses nothing that was typed', async () => {
    const service = openDashboard('/dashboard/register');
    service.on('POST applications', dropConnection);
    await fill('Name', 'Corner Shop');
    await press('Register');
    const alert = await screen.findByRole('alert');
    const kept = readField('Name');

    const created = { client_id: 'test_shop', client_secret: 'first_secret' };
    const release = service.hold('POST applications');
    await press('Register');
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
    await release(answer(created));

    await screen.findByText('first_secret');
    expect(alert.textContent).toContain('could not be reached');
    expect(kept).toBe('Corner Shop');
  });

  it('is told from one whose answer is unknown', async () => {
    openDashboard('/dashboard', { 'GET applications': answer({ list: [] }) });

    const alert = await screen.findByRole('alert');

    expect(alert.textContent).toContain('Reload the page.');
  });
});
