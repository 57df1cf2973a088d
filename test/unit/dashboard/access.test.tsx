// @vitest-environment happy-dom
import { screen } from '@testing-library/preact';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  answer,
  application,
  check,
  confirm,
  copy,
  createAccount,
  createChange,
  createDelivery,
  createProvider,
  createSession,
  createWebhook,
  fill,
  get,
  openDashboard,
  press,
  readAll,
  readField,
  readFocus,
  refuse,
  session,
  showTime,
  stranger,
} from './open-dashboard.tsx';

const key = {
  key_id: 'key_1',
  name: 'Reports',
  scopes: ['applications:read', 'audit:read'],
  created_at: 1,
  last_used_at: 7_200_000,
  ended_at: null,
};
const past = { created_at: 2, last_used_at: null, ended_at: 86_400_000 };
const ended = { ...key, key_id: 'key_0', name: 'Old', scopes: ['audit:read'], ...past };
const listed = { keys: [key, ended], has_admin_token: true };
const reader = {
  ...session,
  role: 'reader',
  person: 'ada@example.com (ada)',
  provider: 'id.example',
};

describe('the view of people and keys', () => {
  const open = (replies = {}) =>
    openDashboard('/dashboard/access', { 'GET keys': answer(listed), ...replies });

  it.each([
    [
      session,
      'with the password of the dashboard.Your role is operator: you can change everything. Everyone with the password is an operator.Sign everyone out',
    ],
    [
      { ...session, provider: 'id.example' },
      'with the password of the dashboard.Your role is operator: you can change everything. Sign everyone out',
    ],
    [
      reader,
      'as ada@example.com (ada).Your role is reader: you see everything, and change nothing. Your provider gives the role at each sign-in.',
    ],
  ])('says how one is signed in, and what one can do: $role, $provider', async (...[own, text]) => {
    open({ 'GET session': answer(own) });

    const you = await screen.findByRole('region', { name: 'You' });

    expect(you.textContent).toBe(`YouYou are signed in ${text}`);
  });

  it('lists each key with its scopes and its last use', async () => {
    open();

    await screen.findByRole('table', { name: 'Admin keys' });

    const [created, used] = [showTime(1), showTime(7_200_000)];
    expect(readAll('row')).toEqual([
      'NameScopesCreated ↕Last usedActions',
      `Reportskey_1applications:read, audit:read${created}${used}End`,
      `Oldkey_0audit:read${showTime(2)}Never usedEnded ${showTime(86_400_000)}`,
    ]);
    screen.getByText(/unset it and restart the service/);
    await press('Created');
    await press('Created');
    await expect.poll(() => readAll('row')[1]).toMatch(/^Old/);
  });

  it('creates a key, shows its secret until it is stored, and keeps the typed name of the next', async () => {
    const service = open();
    const release = service.hold('POST keys');
    await fill('Name of a new key', ' Deploys ');
    await check('applications:write');
    await press('Create key');
    await fill('Name of a new key', 'Reports');
    await release(answer({ key_id: 'key_2', secret: 'admin_key_ab' }));

    await screen.findByText('admin_key_ab');
    expect(readFocus()).toContain('Copy the key Deploys now.');
    expect(await copy('key Deploys')).toBe('admin_key_ab');
    expect(readField('Name of a new key')).toBe('Reports');
    expect(service.changes).toEqual([
      ['keys', { name: 'Deploys', scopes: ['applications:write'] }],
    ]);
    await press('I have stored it');
    expect(screen.queryByText('admin_key_ab')).toBeNull();
    expect(document.activeElement?.tagName).toBe('H2');
  });

  it('ends a key after a question', async () => {
    const service = open({ 'POST keys/key_1/end': answer({ ended: 'key_1' }) });
    await screen.findByText('Reports');
    service.on('GET keys', answer({ keys: [{ ...key, ended_at: 5 }], has_admin_token: false }));
    await confirm(service, ['End Reports', /cannot be undone/, 'End it now']);

    await screen.findByText('The key has ended.');
    await expect.poll(readFocus).toBe('Admin keys');
    expect(screen.queryByText('ADMIN_TOKEN')).toBeNull();
    expect(screen.queryByRole('button', { name: 'End Reports' })).toBeNull();
    expect(service.changes).toEqual([['keys/key_1/end', {}]]);
  });

  it('signs everyone out after a question, and returns to the sign-in', async () => {
    const service = open({ 'POST sign-ins/end': answer({ ended: 3 }) });

    await confirm(service, ['Sign everyone out', /must sign in/, 'Sign everyone out now']);

    await screen.findByRole('heading', { name: 'Sign in' });
    expect(screen.getByRole('status').textContent).toContain('Everyone is signed out');
    expect(document.body.textContent).not.toContain('Reports');
    expect(service.changes).toEqual([['sign-ins/end', {}]]);
  });
});

describe('a reader', () => {
  /** The names of controls that only read, copy or leave. */
  const harmless =
    /^(Sign out|Skip to content|Copy|Find reference|ES module|Refresh|Details|Sign-in|All|Open|Connected|Denied|Canceled|Expired|Search|Filters|Needs|Deliveries|Waiting|Sending|Delivered|Failed|Reload|Script tag|npm|Backend|React|Python|PHP|Ruby|Go|Node|Added|Created|Given|Started|Time)/;
  const rich = {
    ...application,
    token_days: 30,
    provider_ids: ['tallybird'],
    redirect_uris: [{ address: 'https://shop.io/callback', flag: null }],
    origins: [{ address: 'https://shop.io', flag: null }],
    refused_origins: [{ origin: 'https://a.example', refused_at: 1, is_registrable: true }],
    secrets: [
      { created_at: 1, expires_at: null },
      { created_at: 1, expires_at: 9 },
    ],
  };
  const last_try = { at: 2, ms: 34, status: 500, problem: null, response: null };
  const retries = { count: 1, has_more: false, next_try_at: 2, last_try };
  const deliveries = { deliveries: [createDelivery('d', { status: 'failed' })], next: null };
  const replies = {
    'GET session': answer(reader),
    'GET keys': answer(listed),
    'GET applications/test_shop': answer(rich),
    'GET providers': answer({
      providers: [createProvider('tallybird', 'TallyBird'), createProvider('birch', 'Birch')],
    }),
    'GET audit-log?after=': answer({ entries: [createChange('a')], next: null }),
    [get.accounts]: answer({ accounts: [createAccount('account_1')], next: null }),
    [get.sessions]: answer({ sessions: [createSession('session_1')], next: null }),
    [get.webhooks]: answer({ webhooks: [createWebhook('hook', { retries })] }),
    'GET applications/test_shop/webhooks/hook/deliveries?after=': answer(deliveries),
  };
  const views: readonly (readonly [path: string, shown: string | RegExp])[] = [
    ['', 'Corner Shop'],
    ['/register', 'Only operators may do this.'],
    ['/access', /^Your role is reader/],
    ['/providers', 'TallyBird'],
    ['/audit-log', 'Added an embedding origin'],
    ['/applications/test_shop', 'Valid client secrets'],
    ['/applications/test_shop/settings#providers', 'TallyBird'],
    ['/applications/test_shop/settings#origins', 'https://shop.io/callback'],
    ['/applications/test_shop/settings#limits', '30'],
    ['/applications/test_shop/settings#delete', 'Details'],
    ['/applications/test_shop/accounts', 'account_1'],
    ['/applications/test_shop/sessions', 'session_1'],
    ['/applications/test_shop/events', 'https://shop.example/hook'],
  ];

  const listChangers = () =>
    [...document.querySelectorAll('button, input')]
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '')
      .filter((name) => name !== '' && !harmless.test(name));

  it.each(views)('sees nothing at /dashboard%s that would be refused', async (path, shown) => {
    openDashboard(`/dashboard${path}`, replies);

    await screen.findAllByText(shown);
    expect(listChangers()).toEqual([]);
    expect(screen.queryByRole('link', { name: /^(Register an application|Delete)$/ })).toBeNull();
  });

  it('sees the deliveries of a webhook without sending one again', async () => {
    openDashboard('/dashboard/applications/test_shop/events/hook', replies);
    await press('Details of ev_d');

    expect(listChangers()).toEqual([]);
  });

  it.each(views.slice(1, 3))('differs from an operator at /dashboard%s', async (path) => {
    openDashboard(`/dashboard${path}`, { ...replies, 'GET session': answer(session) });
    await screen.findByRole('button', { name: /Register|Create key/ });

    expect(listChangers()).not.toEqual([]);
  });
});

it('the sign-in at a provider is the only one without a password, and leads there', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname: '/dashboard/access', assign });
  onTestFinished(() => void vi.unstubAllGlobals());
  const url = 'https://id.example/authorize?state=1';
  const visitor = { ...stranger, provider: 'id.example', has_password: false };
  const service = openDashboard('/dashboard/access', {
    'GET session': answer(visitor),
    'POST provider-sign-in': refuse(502, 'The sign-in provider does not answer.'),
  });
  await press('Sign in at id.example', 'The sign-in provider does not answer.');
  expect(screen.queryByLabelText('Password')).toBeNull();
  service.on('POST provider-sign-in', answer({ url }));

  await press('Sign in at id.example');

  await expect.poll(() => assign.mock.calls).toEqual([[url]]);
  expect(service.changes[0]).toEqual(['provider-sign-in', { path: '/dashboard/access' }]);
});
