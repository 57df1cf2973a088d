// @vitest-environment happy-dom
import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import {
  answer,
  application,
  changed,
  check,
  createSession,
  type FakeService,
  fill,
  follow,
  get,
  listAccounts,
  openDashboard,
  post,
  press,
  readField,
  readFocus,
  refuse,
  session,
  signIn,
} from './open-dashboard.tsx';

const path = '/dashboard/applications/test_shop';
const other = { ...application, client_id: 'test_other', name: 'Other Shop' };
const twoApplications = {
  'GET applications': answer({ applications: [application, other] }),
  'GET applications/test_other': answer(other),
};
const rotate = (client_secret: string) => answer({ application, client_secret });

/** Leaves what was typed, and opens the settings of the other application. */
async function leaveForOther(): Promise<void> {
  await follow('All applications');
  await press('Leave without saving');
  await follow('Other Shop');
  await follow('Settings');
}

/** Saves another name, after the sign-in has expired. */
async function renameTooLate(): Promise<FakeService> {
  const refused = refuse(401, 'Sign in to the dashboard.');
  const service = openDashboard(`${path}/settings`, { [post('rename')]: refused });
  await fill('Name', 'Market');
  await press('Save details');
  return service;
}

const readSaid = () => screen.getByRole('status').textContent;

describe('the last request wins', () => {
  const searchRequest = post('accounts/search');
  const searchX9 = async () => {
    await fill('Account ID, client_user_id or provider', 'x9');
    await press('Search accounts');
  };

  it('when more accounts arrive before the answer to a search', async () => {
    const service = openDashboard(`${path}/accounts`, { [get.accounts]: listAccounts('a2', 'a2') });
    const releaseMore = service.hold(`${get.accounts}a2`);
    const releaseSearch = service.hold(searchRequest);
    await press('Show more accounts');
    await searchX9();

    await releaseMore(listAccounts(null, 'a3'));
    await releaseSearch(listAccounts(null, 'x9'));

    await screen.findByText('1 account shown.');
    screen.getByRole('button', { name: 'Disconnect x9' });
    expect(screen.queryByRole('button', { name: 'Disconnect a3' })).toBeNull();
  });

  it('when a status is pressed before an action loads the list again', async () => {
    const page = (id: string) => answer({ sessions: [createSession(id)], next: null });
    const service = openDashboard(`${path}/sessions`, {
      [get.sessions]: page('cs_all'),
      [`${get.sessions}&limit=2`]: page('cs_all'),
      [post('sessions/cancel')]: answer({ canceled: 'cs_all' }),
    });
    await press('Cancel cs_all');
    const release = service.hold(`${get.sessions}&status=denied`);
    await press('Denied');
    await press('Cancel it now');
    await expect.poll(() => service.changes.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve));

    await release(page('cs_denied'));

    await screen.findByText('cs_denied');
    await screen.findByText('Nothing can be connected in cs_all any more.');
    expect(screen.queryByText('cs_all')).toBeNull();
  });

  it('when the last shown account is disconnected while a search loads', async () => {
    const service = openDashboard(`${path}/accounts`, {
      [get.accounts]: listAccounts('a1', 'a1'),
      [`${get.accounts}a1`]: listAccounts(null, 'a2'),
      [post('accounts/disconnect')]: answer({ disconnected: 'a1' }),
    });
    await press('Disconnect a1');
    const release = service.hold(searchRequest);
    await searchX9();
    await press('Disconnect now', 'Disconnected a1.');

    await release(listAccounts('x9', 'x9'));

    await screen.findByRole('button', { name: 'Disconnect x9' });
    screen.getByRole('button', { name: 'Show more accounts' });
  });

  it('when two settings are saved at once, and the first answer is late', async () => {
    const logo = '/connect/logos/test_shop.png';
    const service = openDashboard(`${path}/settings`, {
      'GET applications/test_shop': changed({ logo }),
      [post('logo')]: changed({ name: 'Market' }),
    });
    const release = service.hold(post('rename'));
    await fill('Name', 'Market');
    await press('Save details');
    await press('Remove logo');

    await release(changed({ name: 'Market', logo }));

    await screen.findByText('The logo is removed.');
    expect(screen.queryByRole('button', { name: 'Remove logo' })).toBeNull();
    await follow('Accounts');
    await screen.findByRole('heading', { name: 'Accounts' });
  });
});

describe('an answer after the person has gone elsewhere', () => {
  it('with a new client secret shows it by its application, also beside the secret of another', async () => {
    const service = openDashboard(path, {
      ...twoApplications,
      'POST applications/test_other/secrets/rotate': rotate('other_secret'),
    });
    const release = service.hold(post('secrets/rotate'));
    await press('Rotate secret');
    await press('Rotate it now');
    for (const link of ['All applications', 'Other Shop']) await follow(link);
    await screen.findByText('Other Shop');

    await release(rotate('late_secret'));

    await screen.findByText('late_secret');
    screen.getByText(/client secret of Corner Shop/);
    expect(readSaid()).toBe('');
    await press('Rotate secret');
    await press('Rotate it now', 'other_secret');
    screen.getByText('late_secret');
    const [store] = screen.getAllByRole('button', { name: 'I have stored it' });
    store?.click();
    await expect.poll(() => screen.queryByText('late_secret')).toBeNull();
  });

  it('to another section of the page is said there', async () => {
    const service = openDashboard(path, twoApplications);
    const release = service.hold(post('secrets/rotate'));
    await press('Rotate secret');
    await press('Rotate it now');
    await follow('Quickstart');

    await release(rotate('late_secret'));

    await screen.findByText('There is a new client secret.');
  });

  it.each([
    [
      ...(['a deletion', 'delete', 'Type “Corner Shop” to delete it for good'] as const),
      ...(['Delete for good', answer({ deleted: 'test_shop' })] as const),
    ],
    ['a change', 'rename', 'Name', 'Save details', changed({ name: 'Renamed' })],
  ] as const)('to %s of one application is not said in another', async (...row) => {
    const [, change, field, button, late] = row;
    const service = openDashboard(`${path}/settings#${change}`, twoApplications);
    const release = service.hold(post(change));
    await fill(field, change === 'delete' ? 'Corner Shop' : 'Renamed');
    await press(button);
    await leaveForOther();
    await fill('Name', 'Edited');

    await release(late);

    expect([readField('Name'), readSaid()]).toEqual(['Edited', '']);
    expect(document.body.textContent).not.toContain('Renamed');
  });
});

describe('what was typed', () => {
  it('is there again after a sign-in that expired while it was saved', async () => {
    await renameTooLate();

    await signIn();

    await screen.findByText('Corner Shop');
    await expect.poll(() => readField('Name')).toBe('Market');
    await follow('Accounts');
    await press('Leave without saving');
    await follow('Settings');
    await expect.poll(readFocus).toBe('Settings');
    expect(readField('Name')).toBe('Corner Shop');
  });

  it('is not there for another person who signs in then', async () => {
    const service = await renameTooLate();
    service.on('POST sign-in', answer({ ...session, person: 'Ada' }));

    await signIn();

    await screen.findByLabelText('Name');
    await expect.poll(() => document.title).toContain('Corner Shop');
    expect(readField('Name')).toBe('Corner Shop');
  });

  it.each([
    ['a choice', '/dashboard/access', () => check('audit:read')],
    ['a text of several lines', `${path}/settings`, () => fill('Purpose', 'To work out tax.')],
  ])('is asked about, also when it is only %s', async (_, address, type) => {
    openDashboard(address, { 'GET keys': answer({ keys: [], has_admin_token: false }) });
    await type();
    await press('Sign out');
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await press('Stay on this page');

    await follow('Providers');

    await screen.findByRole('dialog', { name: 'Leave without saving?' });
  });
});
