// @vitest-environment happy-dom
import { screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import {
  answer,
  confirm,
  copy,
  createAccount,
  dropConnection,
  fill,
  get,
  listAccounts,
  openApplication,
  post,
  press,
  type Replies,
  readField,
  readFocus,
  readRows,
  refuse,
  showTime,
} from './open-dashboard.tsx';

const disconnectRequest = post('accounts/disconnect');
const nextRequest = 'GET applications/test_shop/accounts?search=&after=b';
const searchRequest = post('accounts/search');
const searchLabel = 'Account ID, client_user_id or provider';

const list = (...ids: readonly string[]) => listAccounts(null, ...ids);

async function open(replies: Replies = {}) {
  const all = { [get.accounts]: listAccounts('b', 'a', 'b'), ...replies };
  const service = openApplication('/accounts', {}, all);
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
  it('are shown with their person and times, and say since when they need a new sign-in', async () => {
    const ill = { status: 'login_required', status_since: 86_400_000 } as const;
    const accounts = [
      createAccount('account_0123456789', { connected_at: 3 }),
      createAccount('b', { ...ill, client_user_id: 'user-17', connected_at: 2 }),
      createAccount('account_01234567', { status: 'expired' }),
    ];
    const { section } = await open({ [get.accounts]: answer({ accounts, next: null }) });

    const rest = `${showTime(1)}${showTime(7_200_000)}Disconnect`;
    const rows = readRows(section);
    expect(rows).toEqual([
      `ActiveTallyBirdaccount_0123…Copy${rest}`,
      `Needs sign-inSince ${showTime(86_400_000)}. Its owner has to connect it again.TallyBirdbuser-17${rest}`,
      `ExpiredTallyBirdaccount_01234567${rest}`,
    ]);
    await press('Connected');
    await expect.poll(() => readRows(section)).toEqual([...rows].reverse());
    expect(await copy('account ID account_0123456789')).toBe('account_0123456789');
  });

  it('are searched by text and status, and shown whole again', async () => {
    const { service, readIds } = await open({
      [`${get.accounts}&status=login_required`]: list('b'),
      [searchRequest]: list('c'),
    });

    await fill('Status', 'login_required');
    await press('Search accounts');
    await expect.poll(readIds).toEqual(['b']);
    await search(' TallyBird ');
    await expect.poll(readIds).toEqual(['c']);
    screen.getByText('1 account shown.');
    // The text may identify a person.
    expect(service.addresses.at(-1)).toMatch(/\/accounts#status=login_required$/);
    const asked = { search: 'TallyBird', status: 'login_required', after: '' };
    expect(service.changes).toEqual([['accounts/search', asked]]);
    service.on(searchRequest, list());
    await search('Oakline');
    await screen.findByText('No account matches “Oakline”.');
    screen.getByText('No account found.');
    await press('Show all accounts', '2 accounts shown.');

    expect(readIds()).toEqual(['a', 'b']);
    expect(screen.queryByRole('button', { name: 'Show all accounts' })).toBeNull();
    expect(readField(searchLabel)).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText(searchLabel));
  });

  it('keep what is shown and typed when a search fails', async () => {
    const { service, section, readIds } = await open();
    service.on(searchRequest, dropConnection);

    await search('TallyBird');

    await section.findByRole('alert');
    expect(readIds()).toEqual(['a', 'b']);
    service.on(searchRequest, list('c'));
    await press('Search accounts', '1 account shown.');
    expect(section.queryByRole('alert')).toBeNull();
  });

  it('show more after a failure, once, and focus the first new one', async () => {
    const { service, section, readIds } = await open({ [nextRequest]: dropConnection });
    await press('Show more accounts');
    await section.findByText(/could not be reached/);
    const respond = service.hold(nextRequest);
    for (const _ of ['once', 'twice']) await press('Show more accounts');

    await respond(list('c', 'd'));

    await screen.findByText('4 accounts shown.');
    expect(service.requests.filter((request) => request === nextRequest)).toHaveLength(2);
    await expect.poll(readFocus).toMatch(/^ActiveTallyBirdc/);
    expect(readIds()).toEqual(['a', 'b', 'c', 'd']);
    expect(screen.queryByRole('button', { name: 'Show more accounts' })).toBeNull();
  });

  it('are disconnected after a question, also after a refusal', async () => {
    const { service, section, readIds } = await open({
      [get.accounts]: listAccounts('b', 'a'),
      [nextRequest]: list('c'),
      [disconnectRequest]: refuse(500, 'The service has failed.'),
    });
    await confirm(service, ['Disconnect a', /stops working at once/, 'Disconnect now']);
    expect((await section.findByRole('alert')).textContent).toBe('The service has failed.');
    await press('Keep it connected');
    await expect.poll(readFocus).toBe('Disconnect');
    expect(readIds()).toEqual(['a']);
    service.on(disconnectRequest, answer({ disconnected: 'a' }));
    await press('Disconnect a');
    expect(section.queryByRole('alert')).toBeNull();

    await press('Disconnect now', 'Disconnected a.');

    await expect.poll(readFocus).toBe('Connected accounts');
    // The last one of a page makes room for the next page.
    await expect.poll(readIds).toEqual(['c']);
    const sent = ['accounts/disconnect', { account_id: 'a' }];
    expect(service.changes).toEqual([sent, sent]);
  });

  it('that are disconnected while more are loaded do not come back', async () => {
    const { service, readIds } = await open({ [disconnectRequest]: answer({ disconnected: 'a' }) });
    const respond = service.hold(nextRequest);
    await press('Show more accounts');

    await press('Disconnect a');
    await press('Disconnect now', 'Disconnected a.');
    await respond(list('c'));

    await screen.findByText('2 accounts shown.');
    expect(readIds()).toEqual(['b', 'c']);
  });
});
