// @vitest-environment happy-dom
import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import {
  answer,
  application,
  createAccount,
  dropConnection,
  failedFlow,
  fill,
  follow,
  get,
  openDashboard,
  post,
  press,
  readField,
  readFocus,
  refuse,
  signIn,
} from './open-dashboard.tsx';

const path = '/dashboard/applications/test_shop';
const settings = `${path}/settings`;
const applicationRequest = 'GET applications/test_shop';
const searchLabel = 'Account ID, client_user_id or provider';

it.each<[address: string, text: RegExp, link?: string, to?: string]>([
  ['/dashboard', /^Nothing is registered yet/],
  ['/dashboard/audit-log', /^Nothing has been changed yet/],
  [`${path}/flows`, /^No flow has started in the last day/],
  [`${path}/consent`, /^None yet. A consent is recorded/, 'About consent', '/docs/consent'],
  [`${path}/sessions`, /^None yet. A session is/, 'About sessions', '/docs/sessions'],
  [`${path}/events`, /^No webhook yet/, 'About events and webhooks', '/docs/webhooks'],
  [`${path}/events`, /^No event yet/, 'quickstart', `${path}#quickstart`],
])('a list without rows at %s says what will be there', async (...[address, text, link, to]) => {
  openDashboard(address, { 'GET applications': answer({ applications: [] }) });

  await screen.findByText(text);

  if (link) expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(to);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('link', { name: /^Export/ })).toBeNull();
  expect(screen.queryByLabelText('Reference')).toBeNull();
});

describe('each page of an application', () => {
  it.each([
    ['Overview', path],
    ['Flows', `${path}/flows`],
    ['Accounts', `${path}/accounts`],
    ['Sessions', `${path}/sessions`],
    ['Consent', `${path}/consent`],
    ['Settings', settings],
  ])('%s has an address, a heading, a title and the current link', async (title, address) => {
    openDashboard(address);

    await screen.findAllByText('Corner Shop');

    screen.getByRole('heading', { level: 1, name: title });
    await expect.poll(() => document.title).toBe(`${title} · Corner Shop · Connect dashboard`);
    const current = screen.getByRole('link', { current: 'page' });
    expect(current.textContent).toBe(title);
    expect(current.getAttribute('href')).toBe(address);
  });

  it.each([
    ['Accounts', `${path}/accounts`],
    ['Overview', path],
  ])('%s keeps its accounts when its own link is followed', async (title, address) => {
    const service = openDashboard(address);
    const release = service.hold(get.accounts);
    await screen.findAllByText('Corner Shop');
    await follow(title);
    await release(answer({ accounts: [createAccount('account_known')], next: null }));
    await screen.findByText(title === 'Overview' ? '1' : 'account_known');

    await follow(title);

    screen.getByText(title === 'Overview' ? '1' : 'account_known');
  });

  it('that is unknown is named as missing, beside the pages that exist', async () => {
    openDashboard(`${path}/nothing`);

    await screen.findByRole('heading', { name: 'No such page' });
    await screen.findAllByText('Corner Shop');

    await expect.poll(() => document.title).toBe('No such page · Corner Shop · Connect dashboard');
    expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
    await follow('Accounts');
    await expect.poll(readFocus).toBe('Accounts');
  });
});

it.each([
  '/dashboard/nothing',
  '/dashboard/references/short',
  '/dashboard/applications/%',
  `${path}/settings/more`,
])('an unknown address such as %s is named as missing', async (address) => {
  openDashboard(address);

  await screen.findByRole('heading', { name: 'No such page' });

  await expect.poll(() => document.title).toBe('No such page · Connect dashboard');
  await follow('All applications');
  await screen.findByRole('heading', { name: 'Applications' });
});

describe('a late answer', () => {
  it('about one reference is not shown at another', async () => {
    const first = { ...failedFlow, application: 'First' };
    const second = { ...failedFlow, application: 'Second', reference: 'BBBBBBBB' };
    const service = openDashboard('/dashboard/references/K7QF3M9T', {
      'GET flows?reference=BBBBBBBB': answer({ reference: 'BBBBBBBB', flows: [second] }),
    });
    const release = service.hold('GET flows?reference=K7QF3M9T');
    await fill('Reference', 'BBBBBBBB');
    await press('Find reference');
    await screen.findByRole('link', { name: 'Second' });

    await release(answer({ reference: 'K7QF3M9T', flows: [first] }));

    screen.getByRole('link', { name: 'Second' });
    expect(screen.queryByRole('link', { name: 'First' })).toBeNull();
  });

  it('about a search of accounts is not shown when the page is opened again', async () => {
    const service = openDashboard(`${path}/accounts`);
    const list = (id: string) => answer({ accounts: [createAccount(id)], next: null });
    const release = service.hold(post('accounts/search'));
    await screen.findByText(/None yet/);
    await fill(searchLabel, 'late');
    await press('Search accounts');
    await follow('Settings');
    service.on(get.accounts, list('account_known'));
    await follow('Accounts');
    await screen.findByText('account_known');

    await release(list('account_late'));

    screen.getByText('account_known');
    expect(screen.queryByText('account_late')).toBeNull();
  });

  it('about the application does not undo a change that was made meanwhile', async () => {
    const origins = [{ address: 'https://shop.io', flag: null }];
    const service = openDashboard(path, {
      [post('origins/add')]: answer({ ...application, origins }),
    });
    await screen.findAllByText('Corner Shop');
    const release = service.hold(applicationRequest);
    const shown = { selector: '#origins *' };
    await follow('Settings');
    await fill('New embedding origin', 'https://shop.io');
    await press('Add embedding origin');
    await screen.findByText('https://shop.io', shown);

    await release(answer(application));

    screen.getByText('https://shop.io', shown);
  });

  it('that fails leaves what is shown and typed', async () => {
    const service = openDashboard(path);
    await screen.findAllByText('Corner Shop');
    const release = service.hold(applicationRequest);
    await follow('Settings');
    await fill('Name', 'Market');

    await release(dropConnection);

    await screen.findByText(/could not be reached/);
    expect(readField('Name')).toBe('Market');
  });

  it('that the application is deleted is said', async () => {
    const service = openDashboard(path);
    await screen.findAllByText('Corner Shop');
    service.on(applicationRequest, refuse(404, 'There is no such application.'));

    await follow('Settings');

    await screen.findByRole('heading', { name: 'No such application' });
  });
});

describe('edits that are not saved', () => {
  it.each([
    ['when the form would save the same name', `${settings}#details`, 'Name', ' Corner Shop '],
    ['when it would save the same number', `${settings}#consent`, 'Consent duration (days)', '090'],
    ['where a person only searches', `${path}/accounts`, searchLabel, 'TallyBird'],
  ])('are none %s', async (...[, address, field, text]) => {
    const consent_days = 90;
    openDashboard(address, { [applicationRequest]: answer({ ...application, consent_days }) });
    await fill(field, text);
    await follow('Overview');
    await expect.poll(readFocus).toBe('Overview');
  });

  it('are asked about no more once they are saved, or taken back', async () => {
    openDashboard(settings, {
      [post('rename')]: answer({ ...application, name: 'Market' }),
    });
    await fill('Name', 'Market');
    await press('Save details');
    await screen.findByText('The details are saved.');
    await fill('New redirect URI', 'https://shop.io');
    await fill('New redirect URI', '');

    await follow('Accounts');

    await expect.poll(readFocus).toBe('Accounts');
  });
});

it('a new client secret is shown until it is stored, also after another page of the application', async () => {
  const rotated = answer({ application, client_secret: 'new_secret' });
  openDashboard(path, { [post('secrets/rotate')]: rotated });
  await press('Rotate secret');
  await press('Rotate it now');
  await screen.findByText('new_secret');
  await follow('Settings');
  await expect.poll(() => screen.queryByText('new_secret')).toBeNull();

  await follow('Overview');

  await screen.findByText('new_secret');
  await follow('All applications');
  await follow('Corner Shop');
  await screen.findByRole('heading', { name: 'Overview' });
  expect(screen.queryByText('new_secret')).toBeNull();
});

it.each([
  ['Flows', `${path}/flows`, applicationRequest],
  ['Accounts', `${path}/accounts`, get.accounts],
  ['Sessions', `${path}/sessions`, get.sessions],
  ['Settings', settings, applicationRequest],
])('a sign-in that expires on %s leads back to it', async (title, address, request) => {
  const service = openDashboard(address, {
    [request]: refuse(401, 'Sign in to the dashboard.'),
  });
  await screen.findByText(/has expired/);
  expect(document.body.textContent).not.toContain('Corner Shop');
  service.on(applicationRequest, answer(application));
  for (const list of ['accounts', 'sessions'] as const) {
    service.on(get[list], answer({ [list]: [], next: null }));
  }

  await signIn();

  await screen.findAllByText('Corner Shop');
  await expect.poll(readFocus).toBe(title);
});
