// @vitest-environment happy-dom
import { screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Application, Flow } from '../../../src/connect/shapes/dashboard-answers.ts';
import {
  answer,
  application,
  changed,
  confirm,
  copy,
  dropConnection,
  failedFlow,
  follow,
  get,
  listAccounts,
  openApplication,
  post,
  press,
  type Replies,
  readAll,
  readFocus,
  readRows,
  refuse,
  showTime,
  signIn,
} from './open-dashboard.tsx';

const open = (changes: Partial<Application> = {}, replies: Replies = {}) =>
  openApplication('', changes, replies);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the client secret', () => {
  const rotated = answer({ application, client_secret: 'new_secret' });

  it('is rotated after a question, and each new one shown while the application is', async () => {
    const service = open({}, { [post('secrets/rotate')]: rotated });
    const rotate = () => confirm(service, ['Rotate secret', /24 hours/, 'Rotate it now']);
    await rotate();
    await screen.findByText('new_secret');
    service.on(post('secrets/rotate'), answer({ application, client_secret: 'newer_secret' }));
    await rotate();

    await screen.findByText('newer_secret');
    screen.getByText('Copy the client secret now.');
    expect(await copy('client secret')).toBe('newer_secret');
    expect(screen.queryByText('new_secret')).toBeNull();
    await follow('Settings');
    await screen.findByLabelText('Name');
    expect(screen.queryByText('newer_secret')).toBeNull();
    await follow('Overview');
    await screen.findByText('newer_secret');
    await follow('All applications');
    await follow('Corner Shop');
    await screen.findByRole('heading', { name: 'Overview' });
    expect(screen.queryByText('newer_secret')).toBeNull();
    expect(service.changes).toEqual(Array(2).fill(['secrets/rotate', {}]));
  });

  it('is not shown to the next person after the sign-in has expired', async () => {
    const service = open({}, { [post('secrets/rotate')]: rotated });
    await press('Rotate secret');
    await press('Rotate it now', 'new_secret');
    service.on(post('secrets/rotate'), refuse(401, 'Sign in again.'));
    await press('Rotate secret');
    await press('Rotate it now');

    await signIn();

    await screen.findByRole('button', { name: 'Rotate secret' });
    expect(screen.queryByText('new_secret')).toBeNull();
  });

  it('that is old ends after a question', async () => {
    const secrets = [
      { created_at: 86_400_000, expires_at: null },
      { created_at: null, expires_at: 172_800_000 },
    ];
    const service = open({ secrets }, { [post('secrets/end-old')]: changed({}) });
    const table = within(await screen.findByRole('table', { name: 'Valid client secrets' }));
    expect(readRows(table)).toEqual([
      `Current${showTime(86_400_000)}Until rotated`,
      `OldSet by APPLICATIONS_FILEUntil ${showTime(172_800_000)}`,
    ]);

    await confirm(service, ['End the old secret now', /stop working at once/, 'End it now']);

    await screen.findByText('The old client secret has ended.');
    await expect.poll(readFocus).toBe('Credentials');
    expect(readRows(table)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'End the old secret now' })).toBeNull();
  });

  it('and the client ID are to be copied by hand where the browser refuses', async () => {
    const writeText = vi.fn().mockRejectedValue(new Error());
    vi.stubGlobal('navigator', { clipboard: { writeText: writeText.mockResolvedValueOnce(null) } });
    open();
    await press('Copy the client ID');
    await press('Copied the client ID', /select it and copy it by hand/);
    expect(await copy('client ID')).toBe('test_shop');
    await expect.poll(() => screen.queryByText(/select it and copy it by hand/)).toBeNull();
  });

  it('announces each of two copies, and shows the second as long as the first', async () => {
    open();
    await screen.findByRole('button', { name: 'Copy the client ID' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await copy('client ID');
    const first = await screen.findByText('Copied the client ID.');
    await vi.advanceTimersByTimeAsync(5000);

    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } });
    await press('Copied the client ID');

    await expect.poll(() => screen.getByText('Copied the client ID.')).not.toBe(first);
    await vi.advanceTimersByTimeAsync(5000);
    screen.getByText('Copied the client ID.');
    await vi.advanceTimersByTimeAsync(1500);
    expect(screen.queryByText('Copied the client ID.')).toBeNull();
  });
});

describe('whether the integration works', () => {
  const connected = { ...failedFlow, outcome: 'code_exchanged', problem: null } as const;
  const issued = { ...failedFlow, step: 'issued', problem: null } as const;
  const expired = { ...issued, outcome: 'code_expired' } as const;
  const mistyped = { ...failedFlow, problem: { code: 'invalid_credentials', at: 2 } } as const;
  const refused = { origin: 'https://shop.io', refused_at: 5, is_registrable: true };
  const origins = { refused_origins: [refused] };
  const uri = { redirect_uri: 'https://shop.io/cb', refused_at: 4, is_registrable: false };
  const recoverable = { ...issued, outcome: 'code_recoverable' } as const;
  const spent = { limit: 100, used: 80, page: { limit: 80, used: 80 } };
  const local = { address: 'http://localhost:3000/callback', flag: 'local' } as const;
  const opened = { ...mistyped, outcome: 'in_progress' } as const;
  const last =
    /^The last connected account: Jan 1, 1970.*, Sandbox, from https:\/\/shop\.example\.$/;
  const works = 'Your integration works';
  const fails = 'Your integration needs a change';
  const unknown = 'No account was connected in the last day';

  const at = (started_at: number, flow: Flow): Flow => ({ ...flow, started_at });

  it.each([
    ['no flow', unknown, {}, /^No flow has started in the last day\. The quickstart/],
    ['a flow', unknown, { flows: [opened] }, /^People opened Connect, but none of them/],
    ['an account that was connected', works, { flows: [connected] }, last],
    ['a mistake of a person', unknown, { flows: [mistyped] }, /^These flows failed, but not/],
    ['a failure of the provider after a success', works, { flows: [failedFlow, connected] }, last],
    ['a code that was not exchanged', fails, { flows: [expired] }, /day\. This is why:$/],
    ['a code that was not exchanged before it', works, { flows: [at(2, connected), expired] }],
    ['a code that was not exchanged after it', fails, { flows: [at(2, expired), connected] }],
    ['used up test sign-ins', fails, { flows: [connected], submissions: spent }],
    ['a code of a session that was not fetched', fails, { flows: [recoverable] }],
    ['a refused code after a success', fails, { flows: [connected], code_refused_at: 9 }],
    ['a refused code at a success', works, { flows: [at(8, connected)], code_refused_at: 8 }],
    ['a wrong secret', fails, { secret_refused_at: 1 }],
    ['a wrong secret, which anyone can send', works, { flows: [connected], secret_refused_at: 9 }],
    ['a refused redirect URI', fails, { refused_redirect_uris: [uri] }],
    ['a refused origin', fails, origins],
    ['a refused origin, which anyone can cause', works, { flows: [connected], ...origins }],
  ] as const)('is said of %s: %s', async (...row) => {
    const [, title, changes, lead = /./] = row;
    open(changes as Partial<Application>);

    const heading = await screen.findByRole('heading', { name: title });
    expect(heading.nextElementSibling?.textContent).toMatch(lead);
  });

  it('names each failure with its reference and its fix, the last one first', async () => {
    const older = { ...failedFlow, problem: { ...failedFlow.problem, at: 1 }, reference: 'OLD' };
    const flows = [at(3, expired), at(2, failedFlow), older as Flow];
    open({ flows, ...origins });

    const list = within(await screen.findByRole('list', { name: 'Last failures' }));

    expect(readAll('listitem', list)).toEqual([
      expect.stringMatching(
        /^https:\/\/shop\.io tried to show Connect.*Add it if the site is yours/,
      ),
      expect.stringMatching(/^The code of a connected account was never exchanged.*K7QF-3M9T$/),
      expect.stringMatching(/^The provider is not available.*1970.*2 flowsK7QF-3M9T$/),
    ]);
    const addresses = list.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(addresses).toEqual([
      '/dashboard/applications/test_shop/settings#origins',
      ...['/docs/backend', '/dashboard/references/K7QF-3M9T'],
      ...['/docs/errors#provider_unavailable', '/dashboard/references/K7QF-3M9T'],
    ]);
  });

  it('names the last five, also what was refused before a flow could start, or after it', async () => {
    const own = { redirect_uri: 'https://shop.io/own', refused_at: 5, is_registrable: true };
    const refusals = { secret_refused_at: 3, code_refused_at: 2 };
    const older = { ...failedFlow, problem: { ...mistyped.problem, at: 0 } };
    open({ flows: [recoverable, older], refused_redirect_uris: [own, uri], ...refusals });

    const list = within(await screen.findByRole('list', { name: 'Last failures' }));

    expect(readAll('listitem', list)).toEqual([
      expect.stringMatching(/return to https:\/\/shop\.io\/own, .*Add exactly this address/),
      expect.stringMatching(/return to https:\/\/shop\.io\/cb, which.*use https/),
      expect.stringMatching(/^A request came with a wrong client secret/),
      expect.stringMatching(/^Your backend sent a code that was refused/),
      expect.stringMatching(/^An account was connected in a session.*K7QF-3M9T$/),
    ]);
  });

  it.each<[link: string, section: string, changes: Partial<Application>]>([
    ['Change the limit', 'Limits', { submissions: spent }],
    ['Embedding origins', 'Embedding origins', origins],
    ['Redirect URIs', 'Redirect URIs', { refused_redirect_uris: [uri] }],
    ['Quickstart', 'Quickstart', {}],
    ['Set the logo', 'Logo', {}],
    ['Set the purpose', 'Consent terms', {}],
    ['Set the URL', 'Consent terms', {}],
    ['Add the origin', 'Embedding origins', { environment: 'live' }],
    ['Remove addresses', 'Redirect URIs', { environment: 'live', redirect_uris: [local] }],
    ['Remove addresses', 'Embedding origins', { environment: 'live', origins: [local] }],
  ])('leads by %s to the section %s', async (link, section, changes) => {
    open(changes);

    await follow(link);

    await expect.poll(readFocus).toBe(section);
    const region = screen.getByRole('region', { name: section });
    if (changes.submissions) within(region).getByLabelText('Limit of test sign-ins');
  });
});

describe('what is missing before going live', () => {
  const readSteps = async () => {
    const section = within(await screen.findByRole('region', { name: 'Before you go live' }));
    return readAll('listitem', section);
  };

  it('of a test application is an account, what consent shows, and a live application', async () => {
    open({}, { [get.accounts]: dropConnection });

    expect(await readSteps()).toEqual([
      'Missing: A test account is connectedQuickstart',
      'Missing: Your logo is setSet the logo',
      'Missing: Consent says what the data is forSet the purpose',
      'Missing: Consent links to your privacy policySet the URL',
      expect.stringMatching(/^Missing: A live application is registered/),
    ]);
    screen.getByText(/^80 of 80 sign-ins left/);
    screen.getByRole('link', { name: 'Show' });
    const register = screen.getByRole('link', { name: 'Register' });
    expect(register.getAttribute('href')).toBe('/dashboard/register');
  });

  it('of a live application are its origin, addresses of development, and a purpose', async () => {
    const local = { address: 'http://localhost:3000', flag: 'local' } as const;
    const flows = [{ ...failedFlow, outcome: 'code_exchanged', problem: null } as const];
    open({ environment: 'live', origins: [local], logo: '/logo.png', flows });

    expect(await readSteps()).toEqual([
      expect.stringMatching(/^Missing: The origin of your site/),
      'Missing: No address of development is leftRemove addresses',
      'Done: Your logo is set',
      'Missing: Consent says what the data is forSet the purpose',
      'Missing: Consent links to your privacy policySet the URL',
      'Done: An account is connected',
    ]);
  });

  it('is nothing once everything is done', async () => {
    const terms = { purpose: 'To help.', privacy_url: 'https://shop.io/privacy' };
    const origins = [{ address: 'https://shop.io', flag: null }];
    const account = listAccounts('a', 'a');
    const done = { environment: 'live', origins, logo: '/logo.png', ...terms } as const;
    open(done, { [get.accounts]: account });

    await screen.findByText('Nothing is missing here.');

    screen.getByRole('link', { name: '1 or more' });
  });
});

it('the quickstart shows one snippet at a time, which can be copied', async () => {
  open();
  await screen.findByRole('region', { name: 'ES module' });
  const choices = within(screen.getByRole('group', { name: 'Snippet' }));
  expect(readAll('button', choices)).toEqual(['ES module', 'Backend']);

  await press('Backend');

  const backend = await screen.findByRole('region', { name: 'Backend' });
  expect(await copy('Backend snippet')).toBe(backend.textContent);
  expect(screen.queryByRole('region', { name: 'ES module' })).toBeNull();
});
