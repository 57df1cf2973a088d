// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { App } from '../../../src/connect/dashboard/app.tsx';
import { createDashboardClient } from '../../../src/connect/dashboard/dashboard-client.ts';
import { DashboardProvider } from '../../../src/connect/dashboard/dashboard-context.ts';
import { createDashboardStore } from '../../../src/connect/dashboard/dashboard-store.ts';
import { parseRoute } from '../../../src/connect/dashboard/routes.ts';

const application = {
  client_id: 'test_shop',
  name: 'Corner Shop',
  environment: 'test',
  submissions: { limit: 100, used: 10, page: { limit: 80, used: 0 } },
  source: 'dashboard',
  logo: null,
  submission_limit: null,
  secrets: [{ created_at: 1, expires_at: null }],
  redirect_uris: [],
  origins: [],
  refused_origins: [],
  flows: [],
  service: {
    base_url: 'http://localhost:4400',
    connect_url: 'http://localhost:4400/connect',
    submission_limit: 100,
    script: null,
  },
};

const failedFlow = {
  reference: 'K7QF3M9T',
  started_at: 1,
  kind: 'embedded',
  provider: 'Sandbox',
  host: 'https://shop.example',
  step: 'login',
  outcome: 'failed',
  problem: { code: 'provider_unavailable', at: 2 },
  client_id: 'test_shop',
  application: 'Corner Shop',
};

const expired = { error: 'session_expired', error_description: 'Sign in to the dashboard.' };

/** A status and a body. */
type Scripted = readonly [number, unknown];

afterEach(cleanup);

/**
 * Shows the dashboard in front of a service that answers as scripted.
 *
 * @param path - the address that is opened
 * @param script - the answers by the end of the request's path
 * @returns the paths of the POST requests
 */
function openDashboard(path: string, script: Record<string, Scripted | Promise<Scripted>> = {}) {
  const changes: string[] = [];
  const send: typeof fetch = async (input, init) => {
    const asked = String(input).replace('/dashboard/api/', '');
    if (init?.method === 'POST') changes.push(asked);
    const [status, body] = (await (script[asked] ?? answers[asked])) ?? [404, {}];
    return Response.json(body, { status });
  };
  const store = createDashboardStore({
    createClient: (readCsrfToken) => createDashboardClient(send, readCsrfToken),
    firstRoute: parseRoute(path),
    onRoute: () => undefined,
  });
  render(
    <DashboardProvider value={store}>
      <App />
    </DashboardProvider>,
  );
  void store.load();
  return { changes, script };
}

const answers: Record<string, Scripted> = {
  session: [200, { csrf_token: 'token', has_expired: false }],
  'sign-in': [200, { csrf_token: 'token', has_expired: false }],
  applications: [200, { applications: [application] }],
  'applications/test_shop': [200, application],
  'applications/test_shop/accounts?search=&after=': [200, { accounts: [], next: null }],
  'flows?reference=K7QF3M9T': [200, { reference: 'K7QF3M9T', flows: [failedFlow] }],
  'applications/test_shop/secrets/rotate': [200, { application, client_secret: 'new_secret' }],
};

async function signIn(): Promise<void> {
  fireEvent.input(await screen.findByLabelText('Password'), { target: { value: 'right' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

const focusedText = () => document.activeElement?.textContent;

describe('the sign-in', () => {
  it('leaves the focus on the heading of the view', async () => {
    openDashboard('/dashboard/applications/test_shop', {
      session: [200, { csrf_token: null, has_expired: false }],
    });

    await signIn();

    await screen.findByRole('heading', { name: 'Corner Shop' });
    await expect.poll(focusedText).toBe('Corner Shop');
  });

  it('says that an earlier one has expired, and not to a first visitor', async () => {
    openDashboard('/dashboard', { session: [200, { csrf_token: null, has_expired: false }] });
    await screen.findByLabelText('Password');
    const first = screen.queryByText(/has expired/);
    cleanup();

    openDashboard('/dashboard', { session: [200, { csrf_token: null, has_expired: true }] });

    expect((await screen.findByText(/has expired/)).textContent).toContain('Sign in again');
    expect(first).toBeNull();
  });

  it('comes back after its expiry to the view that was shown', async () => {
    const { script } = openDashboard('/dashboard/applications/test_shop');
    await screen.findByRole('heading', { name: 'Corner Shop' });
    script['applications/test_shop/rename'] = [401, expired];

    fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
    await screen.findByText(/has expired/);
    await signIn();

    await screen.findByRole('heading', { name: 'Corner Shop' });
    expect(screen.queryByText(/has expired/)).toBeNull();
  });
});

describe('an application', () => {
  it('shows the sign-ins that are left as the Connect page does', async () => {
    openDashboard('/dashboard/applications/test_shop');

    await screen.findByRole('heading', { name: 'Corner Shop' });

    screen.getByText('Test sign-ins left: 80 of 80.');
    screen.getByText('With your backend’s: 90 of 100.');
  });

  it('asks before its secret is rotated', async () => {
    const { changes } = openDashboard('/dashboard/applications/test_shop');
    fireEvent.click(await screen.findByRole('button', { name: 'Rotate secret' }));
    const question = await screen.findByRole('group', { name: /24 hours/ });
    const before = [...changes];
    expect(focusedText()).toBe('Keep the secret');

    fireEvent.click(within(question).getByRole('button', { name: 'Rotate it now' }));

    await screen.findByText('new_secret');
    expect(before).toEqual([]);
    expect(changes).toEqual(['applications/test_shop/secrets/rotate']);
  });
});

describe('a reference', () => {
  const search = async (typed: string) => {
    fireEvent.input(await screen.findByLabelText('Reference'), { target: { value: typed } });
    fireEvent.click(screen.getByRole('button', { name: 'Find reference' }));
  };

  it('leads to its flows, with the reason of a failure and the application', async () => {
    openDashboard('/dashboard');

    await search(' k7qf3m9t ');

    await screen.findByRole('heading', { name: 'Reference K7QF-3M9T' });
    const [, row] = await screen.findAllByRole('row');
    expect(row?.textContent).toMatch(
      /^Corner Shop.*K7QF-3M9TFailedThe provider is not available, or answered with an error\./,
    );
    expect(
      within(row as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/dashboard/applications/test_shop');
    expect(focusedText()).toBe('Reference K7QF-3M9T');
  });

  it('that is mistyped is explained at the field', async () => {
    openDashboard('/dashboard');

    await search('K7QF-3M9');

    await screen.findByText(/eight letters and digits/);
    expect(document.activeElement).toBe(screen.getByLabelText('Reference'));
  });

  it('has an address, with and without the dash', async () => {
    openDashboard('/dashboard/references/k7qf3m9t');

    await screen.findByRole('heading', { name: 'Reference K7QF-3M9T' });
    await screen.findByText('Corner Shop');
  });
});

describe('the audit log', () => {
  const change = (id: string, detail: string) => ({
    id,
    changed_at: 1,
    who: 'dashboard',
    via: 'dashboard',
    action: 'application_renamed',
    application: 'Corner Shop',
    client_id: 'test_shop',
    detail,
  });
  const findRows = async () =>
    (await screen.findAllByRole('listitem'))
      .map(({ textContent }) => textContent ?? '')
      .filter((text) => text.includes('Renamed'));

  it('shows more changes below the first ones', async () => {
    openDashboard('/dashboard/audit-log', {
      'audit-log?after=': [200, { entries: [change('2', 'newest')], next: 'two' }],
      'audit-log?after=two': [200, { entries: [change('1', 'older')], next: null }],
    });

    fireEvent.click(await screen.findByRole('button', { name: 'Show more changes' }));

    await screen.findByText('older');
    expect(await findRows()).toEqual([
      expect.stringContaining('newest'),
      expect.stringContaining('older'),
    ]);
  });

  it('drops the rest of a list that is not shown any more', async () => {
    let answer = (_: Scripted) => {};
    const { script } = openDashboard('/dashboard/audit-log', {
      'audit-log?after=': [200, { entries: [change('2', 'newest')], next: 'two' }],
      'audit-log?after=two': new Promise<Scripted>((resolve) => {
        answer = resolve;
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Show more changes' }));
    fireEvent.click(screen.getByRole('link', { name: 'Applications' }));
    await screen.findByText('Corner Shop');
    script['audit-log?after='] = [200, { entries: [change('3', 'latest')], next: 'three' }];
    fireEvent.click(screen.getByRole('link', { name: 'Audit log' }));
    await screen.findByText('latest');

    answer([200, { entries: [change('1', 'older')], next: null }]);
    await new Promise((resolve) => setTimeout(resolve));

    expect(await findRows()).toEqual([expect.stringContaining('latest')]);
    expect(screen.getByRole('button', { name: 'Show more changes' })).not.toBeNull();
  });
});

describe('the connected accounts', () => {
  const account = (account_id: string) => ({
    account_id,
    provider_id: 'sandbox',
    provider: 'Sandbox',
    connected_at: 1,
    last_exchange_at: 1,
  });
  const listAt = (search: string, after = '') =>
    `applications/test_shop/accounts?search=${search}&after=${after}`;

  it('are those of the latest search: a page of an earlier one is dropped', async () => {
    let answer = (_: Scripted) => {};
    openDashboard('/dashboard/applications/test_shop', {
      [listAt('')]: [200, { accounts: [account('acc_first')], next: 'two' }],
      [listAt('', 'two')]: new Promise<Scripted>((resolve) => {
        answer = resolve;
      }),
      [listAt('found')]: [200, { accounts: [account('acc_found')], next: null }],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Show more accounts' }));
    const field = screen.getByLabelText('Account ID or provider');
    fireEvent.input(field, { target: { value: 'found' } });
    fireEvent.click(screen.getByRole('button', { name: 'Search accounts' }));
    await screen.findByText('acc_found');

    answer([200, { accounts: [account('acc_late')], next: null }]);
    await new Promise((resolve) => setTimeout(resolve));

    expect(screen.queryByText('acc_late')).toBeNull();
    expect(screen.getByText('acc_found')).not.toBeNull();
  });
});
