// @vitest-environment happy-dom
import { screen } from '@testing-library/preact';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Session } from '../../../src/connect/shapes/dashboard-answers.ts';
import {
  answer,
  application,
  dropConnection,
  fill,
  openDashboard,
  post,
  press,
  readField,
  refuse,
  session,
  signedOut,
  signIn,
  stranger,
} from './open-dashboard.tsx';

describe('the sign-in', () => {
  it('clears a wrong password and says so, and accepts the right one', async () => {
    const service = openDashboard('/dashboard', { 'GET session': signedOut });
    await press('Sign in');
    expect(service.changes).toEqual([]);
    service.on('POST sign-in', refuse(401, 'The password is wrong.'));
    await signIn('wrong');
    expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong.');
    expect(readField('Password')).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));

    service.on('POST sign-in', answer(session));
    await signIn();

    await screen.findByRole('heading', { name: 'Applications' });
    expect(service.changes).toEqual([
      ['sign-in', { password: 'wrong' }],
      ['sign-in', { password: 'right' }],
    ]);
  });

  it.each([true, false])('says whether an earlier one has expired: %s', async (has_expired) => {
    openDashboard('/dashboard', { 'GET session': answer({ ...stranger, has_expired }) });

    const field = await screen.findByLabelText('Password');

    await expect.poll(() => document.activeElement).toBe(field);
    expect(field.getAttribute('autocomplete')).toBe('current-password');
    const said = screen.queryByRole('alert')?.textContent ?? '';
    expect(said.includes('Sign in again')).toBe(has_expired);
  });

  it('leaves the focus above a sign-in at a provider, which is the first way', async () => {
    document.title = '';
    openDashboard('/dashboard', { 'GET session': answer({ ...stranger, provider: 'id.example' }) });
    await screen.findByLabelText('Password');
    // The view sets its title after its parts have taken the focus.
    await expect.poll(() => document.title).toContain('Sign in');
    expect(document.activeElement).toBe(document.body);
  });

  it('ends with the sign-out; nothing of it is shown until the next one has loaded it', async () => {
    const rotated = answer({ application, client_secret: 'new_secret' });
    const replies = { [post('secrets/rotate')]: rotated };
    const service = openDashboard('/dashboard/applications/test_shop', replies);
    for (const name of ['Rotate secret', 'Rotate it now']) await press(name);
    await screen.findByText('new_secret');

    await press('Sign out');

    await screen.findByRole('heading', { name: 'Sign in' });
    expect(screen.getByRole('status').textContent).toBe('You are signed out.');
    expect(document.body.textContent).not.toContain('test_shop');
    const release = service.hold('GET applications/test_shop');
    await signIn();
    await screen.findByText('Loading…');
    expect(screen.queryByText('Corner Shop')).toBeNull();
    await release(answer(application));
    await screen.findAllByText('Corner Shop');
    expect(screen.queryByText('new_secret')).toBeNull();
  });
});

describe('a sign-in in another tab', () => {
  const renamed = answer({ ...application, name: 'Store' });
  const rename = async (signedInAgain: Session) => {
    const service = openDashboard('/dashboard/applications/test_shop/settings');
    await fill('Name', 'Store');
    service.on('GET session', answer(signedInAgain));
    service.on(post('rename'), (token) =>
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
    service.on(post('rename'), refuse(403, 'This needs another role.'));
    await press('Save details', 'This needs another role.');

    expect(service.changes).toHaveLength(1);
  });
});

describe('a service that cannot be reached', () => {
  it('is explained at the start, and asked again', async () => {
    const service = openDashboard('/dashboard', { 'GET session': dropConnection });
    expect((await screen.findByRole('alert')).textContent).toContain('could not be reached');
    service.on('GET session', signedOut);

    await press('Try again');

    await screen.findByLabelText('Password');
  });

  it('in fifteen seconds is given up', async () => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    onTestFinished(() => timeout.mockRestore());
    const service = openDashboard('/dashboard');
    service.hold('GET applications');
    await expect.poll(() => service.requests).toContain('GET applications');

    time.abort();

    await screen.findByText(/^The service could not be reached/);
    expect(timeout.mock.lastCall).toEqual([15_000]);
  });

  const answerAsProxy = () => new Response('<h1>', { status: 502 });
  it.each([
    ['drops the connection', dropConnection, /^The service could not be reached/],
    ['is behind a failing proxy', answerAsProxy, / answered 502\. Try/],
    ['answers in another form', answer({ list: [] }), /Reload the page\.$/],
  ])('that %s is said so, and asked again', async (_, reply, text) => {
    const service = openDashboard('/dashboard', { 'GET applications': reply });
    await screen.findByText(text);
    service.on('GET applications', answer({ applications: [] }));

    await press('Try again', /^Nothing is registered yet/);
  });
});
