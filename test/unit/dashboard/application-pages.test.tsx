// @vitest-environment happy-dom
import { screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import {
  answer,
  application,
  dropConnection,
  fill,
  follow,
  get,
  listAccounts,
  openDashboard,
  post,
  press,
  readAll,
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
  [`${path}/flows`, /^No flow has started in the last day/, 'quickstart', `${path}#quickstart`],
  [`${path}/accounts#status=login_required`, /^No account needs a new sign-in/],
  [`${path}/consent`, /^None yet. A consent is recorded/, 'About consent', '/docs/consent'],
  [`${path}/sessions`, /^None yet. A session is/, 'About sessions', '/docs/sessions'],
  [`${path}/events`, /^No webhook yet/, 'About events and webhooks', '/docs/webhooks'],
  [`${path}/events/wh_x`, /^There is no such webhook/],
  [`${path}/events`, /^No event yet/, 'quickstart', `${path}#quickstart`],
])('a list without rows at %s says what will be there', async (...[address, text, link, to]) => {
  openDashboard(address, {
    'GET applications': answer({ applications: [] }),
    [`${get.accounts}&status=login_required`]: listAccounts(null),
  });

  await screen.findByText(text);

  if (link) expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(to);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('link', { name: /^Export/ })).toBeNull();
  expect(screen.queryByLabelText('Reference')).toBeNull();
});

describe('each page', () => {
  it.each([
    ['Applications', '/dashboard'],
    ['Providers', '/dashboard/providers'],
    ['People and keys', '/dashboard/access'],
    ['Audit log', '/dashboard/audit-log'],
    ['Overview', path],
    ['Flows', `${path}/flows`],
    ['Accounts', `${path}/accounts`],
    ['Sessions', `${path}/sessions`],
    ['Consent', `${path}/consent`],
    ['Settings', settings],
  ])('%s has an address, a heading, a title and the current link', async (title, address) => {
    openDashboard(address);

    await screen.findByRole('heading', { level: 1, name: title });

    const whole = address.startsWith(path) ? `${title} · Corner Shop` : title;
    await expect.poll(() => document.title).toBe(`${whole} · Connect dashboard`);
    const current = screen.getByRole('link', { current: 'page' });
    expect(current.textContent).toBe(title);
    expect(current.getAttribute('href')).toBe(address);
    const hasTimes = title !== 'Applications' && title !== 'Settings';
    // An offset would be wrong for half of the times.
    expect(screen.queryAllByText(/^Times in (UTC|\w+\/.+)$/)).toHaveLength(hasTimes ? 1 : 0);
    expect(document.activeElement).toBe(document.body);
  });

  it('is in the navigation, which leads to the sections of the settings', async () => {
    openDashboard(settings);
    await screen.findAllByText('Corner Shop');

    const listLinks = (name: string) =>
      readAll('link', within(screen.getByRole('navigation', { name }))).join(', ');
    const pages = 'Applications, Providers, People and keys, Audit log, Docs';
    expect(listLinks('Dashboard')).toBe(pages);
    expect(listLinks('Application')).toMatch(
      /^Overview, Flows, Accounts, Consent, Sessions, Events, Settings, Details, .*, Delete$/,
    );
    const sections = [...document.querySelectorAll<HTMLAnchorElement>('.pages a[href*="#"]')];
    expect(sections.filter(({ hash }) => !document.querySelector(hash))).toEqual([]);
    for (const _ of ['first', 'second']) {
      await follow('Limits');
      await expect.poll(readFocus).toBe('Limits');
      screen.getByLabelText('Name').focus();
    }
  });
});

it.each([
  ['/dashboard/nothing', 'No such page'],
  ['/dashboard/references/short', 'No such page'],
  ['/dashboard/applications/%', 'No such page'],
  [`${path}/settings/more`, 'No such page'],
  [`${path}/nothing`, 'No such page · Corner Shop'],
])('an unknown address such as %s is named as missing', async (address, title) => {
  openDashboard(address);

  await screen.findByRole('heading', { name: 'No such page' });

  await expect.poll(() => document.title).toBe(`${title} · Connect dashboard`);
  expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
  await press('Skip to content');
  expect(document.activeElement?.tagName).toBe('MAIN');
  await follow('All applications');
  await screen.findByRole('heading', { name: 'Applications' });
});

describe('a late answer', () => {
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
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await follow('All applications');
    await screen.findByRole('link', { name: 'Corner Shop' });
  });
});

it('a step of the browser to the page of another application shows nothing of the first one', async () => {
  const service = openDashboard(`${path}/accounts`, {
    [get.accounts]: listAccounts(null, 'a1'),
    'GET applications/test_other': answer({ ...application, name: 'Other Shop' }),
  });
  const findFirst = () => screen.queryByRole('button', { name: 'Disconnect a1' });
  await expect.poll(findFirst).not.toBeNull();
  service.hold('GET applications/test_other/accounts?search=&after=');

  service.stepTo('/dashboard/applications/test_other/accounts');

  await screen.findByText('Other Shop');
  await expect.poll(readFocus).toBe('Accounts');
  expect(findFirst()).toBeNull();
});

describe('edits that are not saved', () => {
  it.each([
    ['when the form would save the same name', `${settings}#details`, 'Name', ' Corner Shop '],
    ['when it would save the same number', `${settings}#consent`, 'Consent duration (days)', '090'],
    ['when it would save the same purpose', `${settings}#consent`, 'Purpose', 'A.\n\nes:B.'],
    ['where a person only searches', `${path}/accounts`, searchLabel, 'TallyBird'],
  ])('are none %s', async (...[, address, field, text]) => {
    const terms = { consent_days: 90, purpose: { default: 'A.', es: 'B.' } };
    openDashboard(address, { [applicationRequest]: answer({ ...application, ...terms }) });
    await fill(field, text);
    await follow('Overview');
    await expect.poll(readFocus).toBe('Overview');
  });

  it('are kept without a question where a link leads to another section of the page', async () => {
    openDashboard(settings);
    await fill('Name', 'Market');
    await follow('Limits');
    await expect.poll(readFocus).toBe('Limits');
    expect(readField('Name')).toBe('Market');
  });
});

it.each([
  ['Flows', `${path}/flows`, applicationRequest],
  ['Accounts', `${path}/accounts`, get.accounts],
  ['Sessions', `${path}/sessions`, get.sessions],
  ['Settings', settings, applicationRequest],
])('a sign-in that expires on %s leads back to it', async (title, address, request) => {
  const service = openDashboard(address, { [request]: refuse(401, 'Sign in to the dashboard.') });
  await screen.findByText(/has expired/);
  expect(document.body.textContent).not.toContain('Corner Shop');
  service.on(applicationRequest, answer(application));
  for (const list of ['accounts', 'sessions'] as const) {
    service.on(get[list], answer({ [list]: [], next: null }));
  }

  await signIn();

  await screen.findAllByText('Corner Shop');
  await expect.poll(readFocus).toBe(title);
  await press('Sign out', 'You are signed out.');
  expect(screen.queryByText(/has expired/)).toBeNull();
});
