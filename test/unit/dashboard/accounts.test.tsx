// @vitest-environment happy-dom
import { screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import {
  answer,
  confirm,
  createAccount,
  dropConnection,
  fill,
  get,
  openApplication,
  post,
  press,
  readField,
  readFocus,
  refuse,
} from './open-dashboard.tsx';

const disconnectRequest = post('accounts/disconnect');
const nextRequest = 'GET applications/test_shop/accounts?search=&after=b';
const searchRequest = post('accounts/search');
const searchLabel = 'Account ID, client_user_id or provider';

const list = (...ids: readonly string[]) =>
  answer({ accounts: ids.map(createAccount), next: null });
const firstPage = answer({ accounts: ['a', 'b'].map(createAccount), next: 'b' });

/** Opens the accounts, and waits for the first of them. */
async function open(replies: Parameters<typeof openApplication>[2] = {}) {
  const service = openApplication('/accounts', {}, { [get.accounts]: firstPage, ...replies });
  const section = within(await screen.findByRole('region', { name: 'Connected accounts' }));
  await section.findAllByRole('row');
  const readIds = () =>
    section
      .queryAllByRole('button', { name: /^Disconnect / })
      .map((button) => button.getAttribute('aria-label')?.replace('Disconnect ', ''));
  return { service, section, readIds };
}

async function search(text: string): Promise<void> {
  await fill(searchLabel, text);
  await press('Search accounts');
}

describe('the connected accounts', () => {
  it('that need a new sign-in are shown alone, and say since when', async () => {
    const { service, section, readIds } = await open();
    const ill = { ...createAccount('b'), status: 'login_required', status_since: 86_400_000 };
    service.on(`${get.accounts}&status=login_required`, answer({ accounts: [ill], next: null }));

    await fill('Status', 'login_required');
    await press('Search accounts');

    await section.findByText('Jan 2, 1970, 12:00:00 AM');
    expect(readIds()).toEqual(['b']);
    await press('Show all accounts');
    await screen.findByText('2 accounts shown.');
  });

  it('are searched, and shown whole again', async () => {
    const { service, readIds } = await open();
    service.on(searchRequest, list('c'));

    await search(' TallyBird ');

    await screen.findByText('1 account shown.');
    expect(readIds()).toEqual(['c']);
    await press('Show all accounts');
    await screen.findByText('2 accounts shown.');
    expect(readIds()).toEqual(['a', 'b']);
    expect(screen.queryByRole('button', { name: 'Show all accounts' })).toBeNull();
    expect(readField(searchLabel)).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText(searchLabel));
  });

  it('say when none matches', async () => {
    await open({ [searchRequest]: list() });

    await search('TallyBird');

    await screen.findByText('No account matches “TallyBird”.');
    screen.getByText('No account found.');
  });

  it('keep what is shown and typed when a search fails', async () => {
    const { service, section, readIds } = await open();
    service.on(searchRequest, dropConnection);

    await search('TallyBird');

    await section.findByRole('alert');
    expect(readIds()).toEqual(['a', 'b']);
    service.on(searchRequest, list('c'));
    await press('Search accounts');
    await screen.findByText('1 account shown.');
    expect(section.queryByRole('alert')).toBeNull();
  });

  it('show more after a failure, once, with the name of each person, and focus the first new one', async () => {
    const named = { ...createAccount('c'), client_user_id: 'user-17' };
    const accounts = [named, createAccount('d')];
    const { service, section, readIds } = await open({ [nextRequest]: dropConnection });
    await press('Show more accounts');
    await section.findByText(/could not be reached/);
    const respond = service.hold(nextRequest);
    for (const _ of ['once', 'twice']) await press('Show more accounts');

    await respond(answer({ accounts, next: null }));

    await screen.findByText('4 accounts shown.');
    expect(service.requests.filter((request) => request === nextRequest)).toHaveLength(2);
    await expect.poll(readFocus).toMatch(/^ActiveTallyBirdcuser-17/);
    expect(readIds()).toEqual(['a', 'b', 'c', 'd']);
    expect(screen.queryByRole('button', { name: 'Show more accounts' })).toBeNull();
  });

  it('are disconnected after a question', async () => {
    const { service, readIds } = await open({
      [get.accounts]: list('a', 'b'),
      [disconnectRequest]: answer({ disconnected: 'a' }),
    });

    await confirm(service, ['Disconnect a', /stops working at once/, 'Disconnect now']);

    await screen.findByText('Disconnected a.');
    await expect.poll(readFocus).toBe('Connected accounts');
    expect(readIds()).toEqual(['b']);
    expect(service.changes).toEqual([['accounts/disconnect', { account_id: 'a' }]]);
  });

  it('that are disconnected while more are loaded do not come back', async () => {
    const { service, readIds } = await open({
      [disconnectRequest]: answer({ disconnected: 'a' }),
    });
    const respond = service.hold(nextRequest);
    await press('Show more accounts');

    await press('Disconnect a');
    await press('Disconnect now');
    await screen.findByText('Disconnected a.');
    await respond(list('c'));

    await screen.findByText('2 accounts shown.');
    expect(readIds()).toEqual(['b', 'c']);
  });

  it('stay connected when it is refused, with the reason', async () => {
    const { section, readIds } = await open({
      [get.accounts]: list('a'),
      [disconnectRequest]: refuse(500, 'The service has failed.'),
    });

    await press('Disconnect a');
    await press('Disconnect now');

    expect((await section.findByRole('alert')).textContent).toBe('The service has failed.');
    await press('Keep it connected');
    await screen.findByRole('button', { name: 'Disconnect a' });
    expect(readIds()).toEqual(['a']);
    await press('Disconnect a');
    await section.findByRole('button', { name: 'Disconnect now' });
    expect(section.queryByRole('alert')).toBeNull();
  });

  it('load the next page when the last one of a page was disconnected', async () => {
    const { readIds } = await open({
      [get.accounts]: answer({ accounts: [createAccount('b')], next: 'b' }),
      [nextRequest]: list('c'),
      [disconnectRequest]: answer({ disconnected: 'b' }),
    });

    await press('Disconnect b');
    await press('Disconnect now');

    await screen.findByRole('button', { name: 'Disconnect c' });
    expect(readIds()).toEqual(['c']);
  });
});
