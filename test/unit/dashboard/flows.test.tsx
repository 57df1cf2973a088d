// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Flow, FoundFlow } from '../../../src/connect/shapes/dashboard-answers.ts';
import { flowProblemTexts } from '../../../src/connect/shapes/dashboard-words.ts';
import {
  answer,
  copy,
  createProvider,
  failedFlow,
  fill,
  follow,
  openApplication,
  post,
  press,
  readAll,
  readFacts,
  readFocus,
  readRows,
  refuse,
  showTime,
} from './open-dashboard.tsx';

const request = post('flows/search');
const sandbox = createProvider('sandbox', 'Sandbox');
const onlyLive = createProvider('birch', 'Birch', { environments: ['live'] });
const searchLabel = 'Reference, client_user_id or host';
const hourMs = 3_600_000;
const list = (flows: readonly Flow[]) => answer({ flows, next: null, counts: null, reached: null });

function open(flows: readonly Flow[] = [], page = '/flows') {
  const origins = [{ address: 'https://shop.example', flag: null }];
  const replies = {
    'GET providers': answer({ providers: [sandbox, onlyLive] }),
    'GET flows?reference=K7QF3M9T': answer({ reference: 'K7QF3M9T', flows }),
    [request]: list(flows),
  };
  return openApplication(page, { origins }, replies);
}

/** Chooses an option of a select by its text or value. */
function choose(label: string, option: string): void {
  const select = screen.getByLabelText<HTMLSelectElement>(label);
  const found = [...select.options].find(({ text, value }) => [text, value].includes(option));
  fireEvent.change(select, { target: { value: found?.value } });
}

describe('the flows of an application', () => {
  it('say how far they got, what went wrong, and where a person has left', async () => {
    const left = { outcome: 'abandoned', problem: null } as const;
    const issued = { step: 'issued', problem: null } as const;
    const denied = { step: 'denied', provider: null, host: null, problem: null } as const;
    const rows: readonly (readonly [Partial<Flow>, outcome: string, rest?: string])[] = [
      [{}, 'Failedprovider_unavailable'],
      [{ ...denied, outcome: 'denied' }, 'Denied', '–––'],
      [{ ...left, client_user_id: 'user-17' }, 'Leftat the login', 'user-17Sandboxshop.example'],
      [{ ...left, step: 'select' }, 'Leftat the list of providers'],
      [{ ...left, step: 'mfa' }, 'Leftat the one-time code'],
      [{ ...left, step: 'consent' }, 'Leftat the consent'],
      [{ outcome: 'in_progress' }, 'In progressprovider_unavailable'],
      [{ outcome: 'in_progress', problem: null }, 'In progressLogin'],
      [{ ...issued, outcome: 'code_exchanged' }, 'Connected'],
      [{ ...issued, outcome: 'code_issued' }, 'Connectedcode not exchanged yet'],
      [{ ...issued, outcome: 'code_expired' }, 'Code expired'],
      [{ ...issued, outcome: 'code_recoverable' }, 'Not exchanged'],
    ];
    open(rows.map(([changes], started_at) => ({ ...failedFlow, ...changes, started_at })));

    await screen.findByRole('table', { name: 'Flows' });

    expect(readRows()).toEqual(
      rows.map(([, outcome, rest = '–Sandboxshop.example']) => {
        return `${outcome}${rest}${showTime(1)}K7QF-3M9T`;
      }),
    );
    screen.getByTitle('user-17');
  });

  it('are searched by outcome, text, provider and period', async () => {
    const service = open([failedFlow]);
    await screen.findByRole('table');
    const headers = ['Outcome', 'Provider', 'Host', 'Started ↓', 'Reference'];
    expect(readAll('columnheader')).toEqual(headers);

    await press('Failed', '1 flow shown.');
    await fill(searchLabel, 'user-4711');
    await screen.findByRole('option', { name: 'Sandbox' });
    const options = readAll('option', within(screen.getByLabelText('Provider')));
    expect(options).toEqual(['All', 'Sandbox']);
    choose('Provider', 'sandbox');
    choose('Period', 'Last 6 hours');
    service.on(request, list([]));
    const earliest = Date.now();
    await press('Search flows', /^No flow of the last day matches/);

    expect(service.changes.at(-1)?.[1]).toEqual({
      outcomes: ['failed', 'code_expired', 'code_recoverable'],
      reached: null,
      search: 'user-4711',
      provider_id: 'sandbox',
      from: expect.toSatisfy((from: number) => from >= earliest - 6 * hourMs && from <= Date.now()),
      order: 'newest',
      after: '',
    });
    service.on(request, list([failedFlow]));
    await press('Show all flows');
    await screen.findByRole('table');
    for (const label of [searchLabel, 'Provider', 'Period']) {
      expect(screen.getByLabelText<HTMLInputElement>(label).value, label).toBe('');
    }
    expect(service.changes.at(-1)?.[1]).not.toHaveProperty('from');
    // A page that was only loaded may have shown a reference that the list does not have.
    service.on(request, list([]));
    await fill(searchLabel, ' k7qf3m9t ');
    await press('Search flows');
    await follow('Find K7QF-3M9T everywhere');
    await screen.findByRole('heading', { name: 'Reference K7QF-3M9T' });
  });

  it('are filtered as their address says, except by an outcome that does not exist', async () => {
    const service = open([failedFlow], '/flows#group=x&provider_id=sandbox&order=oldest');

    await screen.findByRole('table');
    await screen.findByRole('option', { name: 'Sandbox' });

    expect(service.changes.at(-1)?.[1]).toEqual({
      reached: null,
      search: '',
      provider_id: 'sandbox',
      order: 'oldest',
      after: '',
    });
    expect(screen.getByLabelText<HTMLSelectElement>('Provider').value).toBe('sandbox');
    const readOrder = () =>
      screen.getByRole('columnheader', { name: /^Started/ }).getAttribute('aria-sort');
    expect(readOrder()).toBe('ascending');
    await press('Started', '1 flow shown.');
    expect(readOrder()).toBe('descending');
    expect(service.changes.at(-1)?.[1]).toMatchObject({ order: 'newest' });
    expect(service.addresses.at(-1)).toMatch(/\/flows#group=x&provider_id=sandbox$/);
  });

  it('are searched once when options are chosen in a row, which keep the focus', async () => {
    const service = open([failedFlow]);
    await screen.findByRole('option', { name: 'Sandbox' });
    const before = service.changes.length;
    screen.getByLabelText('Period').focus();

    choose('Provider', 'sandbox');
    choose('Period', 'Last 6 hours');
    choose('Period', 'Last hour');

    await screen.findByText('1 flow shown.');
    const [search, ...others] = service.changes.slice(before);
    expect(search?.[1]).toMatchObject({ provider_id: 'sandbox', from: expect.any(Number) });
    expect(others).toEqual([]);
    expect(document.activeElement).toBe(screen.getByLabelText('Period'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    choose('Period', 'Last 6 hours');
    await follow('Accounts');
    await vi.advanceTimersByTimeAsync(1000);
    expect(service.addresses.at(-1)).toMatch(/\/accounts$/);
  });

  it('keep a provider while its rows load and an outcome is pressed', async () => {
    const service = open([failedFlow]);
    await screen.findByRole('option', { name: 'Sandbox' });
    const before = service.changes.length;
    const release = service.hold(request);
    choose('Provider', 'sandbox');
    await expect.poll(() => service.changes.length).toBe(before + 1);

    await press('Failed');
    await release(list([failedFlow]));

    await screen.findByText('1 flow shown.');
    const last = service.changes.at(-1)?.[1];
    expect(last).toMatchObject({ provider_id: 'sandbox', outcomes: expect.anything() });
  });

  it('are counted by outcome and by how far they got, also after another page', async () => {
    const service = open();
    const codes = { code_expired: 1, code_recoverable: 10, code_issued: 20, code_exchanged: 30 };
    const ends = Object.entries({ failed: 2, ...codes, denied: 1400, abandoned: 3 });
    const counts = ends.map(([outcome, count]) => ({ outcome, count }));
    const reached = { opened: 1200, provider_chosen: 900, signed_in: 300, allowed: 0 };
    service.on(request, answer({ flows: [failedFlow], next: 'a', counts, reached }));
    await press('Refresh');
    await screen.findByRole('table');
    service.on(request, list([{ ...failedFlow, started_at: 0, reference: 'AAAA3M9T' }]));
    await press('Show more flows', '2 flows shown.');
    expect(service.changes.at(-1)?.[1]).toMatchObject({ after: 'a' });

    const statuses = within(screen.getByRole('group', { name: 'Status' }));
    expect(readAll('button', statuses).join(', ')).toBe(
      'All 1,466, Connected 50, Failed 13, Denied 1,400, In progress 0, Left 3',
    );
    const funnel = within(screen.getByRole('group', { name: 'How far people get' }));
    expect(readAll('button', funnel)).toEqual([
      'Opened 1,200',
      'Chose a provider 900 (75%)',
      'Signed in 300 (25%)',
      'Allowed access 0 (0%)',
    ]);
    const bars = funnel
      .getAllByRole('button')
      .map(({ style }) => style.getPropertyValue('--share'));
    expect(bars).toEqual(['1', '0.75', '0.25', '0']);
    service.on(request, list([]));
    await press('Signed in 300 (25%)', /^No flow of the last day matches/);

    expect(service.changes.at(-1)?.[1]).toMatchObject({ reached: 'signed_in' });
    funnel.getByRole('button', { name: 'Signed in', pressed: true });
  });

  it('lead to a page for each, which says how far it got', async () => {
    const about = 'GET applications/test_shop/events?after=&about=cs_1';
    const service = open([{ ...failedFlow, session_id: 'cs_1' }]);
    const data = { account_id: 'account_1' };
    const event = { id: 'ev_1', type: 'session.finished', created_at: 1, data, deliveries: [] };
    service.on(`${about}&limit=1`, answer({ events: [event], next: null }));
    service.on(about, answer({ events: [event], next: null }));

    await follow('K7QF-3M9T');

    await screen.findByRole('heading', { name: /^Failed at Sandbox, .*:\d\d:\d\d/ });
    screen.getByText('K7QF-3M9T');
    const steps = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(steps).toEqual([
      expect.stringMatching(/^Done: Started.*:\d\d:\d\d/),
      'Done: Chose a provider: Sandbox+12.3 s',
      expect.stringMatching(
        /^Problem: Sign in.*The provider is not available.*provider_unavailable.*\+0 s/,
      ),
      'Not reached: Allow access',
      'Not reached: Connect the account',
    ]);
    const account = await screen.findByRole('link', { name: 'Show account' });
    expect(account.getAttribute('href')).toMatch(/\/accounts#search=account_1$/);
    await follow('Show events');
    await press('Show all, not only cs_1', /^No event yet/);
    expect(readFocus()).toBe('Recent events');
  });

  it.each([
    ['None', 'has no event', answer({ events: [], next: null })],
    ['Show events', 'may have older events', answer({ events: [], next: 'ev_1' })],
    ['Show events', 'cannot be asked about', refuse(500, 'Failed.')],
  ])('say “%s” of a session that %s', async (shown, _, reply) => {
    const service = open([{ ...failedFlow, session_id: 'cs_1' }]);
    service.on('GET applications/test_shop/events?after=&about=cs_1&limit=1', reply);

    await follow('K7QF-3M9T');

    await screen.findByText(shown);
  });

  it.each([
    ['code_expired', /within a minute\. Backend guide$/, '/docs/backend'],
    [
      'code_recoverable',
      /for seven days\. Finish a lost code$/,
      '/docs/sessions#finish-a-lost-code',
    ],
    ['provider_unavailable', /choose another.* About this/, '/docs/errors#provider_unavailable'],
    ['rate_limited', /passes by itself\. About this error$/, '/docs/errors#rate_limited'],
    ['server_error', /reference in the log.* About this error$/, '/docs/errors#server_error'],
    ['submission_limit_reached', /another test application\. Change the limit$/, '#limits'],
    ['origin_not_allowed', /Add the origin of your page\. Embedding origins$/, '#origins'],
    ['account_locked', /unlock the account there\. Your integration is not the cause\. $/],
    ['invalid_credentials', /The person can try again\. Your integration is not the cause\. $/],
    // A flow in progress can still be corrected.
    ['in_progress', /^$/],
    ['code_exchanged', /^$/],
  ] as const)('say what to do about %s', async (...[code, advice, address]) => {
    const end = code in flowProblemTexts ? { problem: { code, at: 2 } } : { outcome: code };
    open([{ ...failedFlow, ...end } as FoundFlow], '/flows/K7QF-3M9T');

    await screen.findByText('Opened as');

    const note = screen.queryByText('What to do:')?.parentElement;
    expect(note?.textContent ?? '').toMatch(advice);
    const href = note?.querySelector('a')?.getAttribute('href');
    expect(href?.replace('/dashboard/applications/test_shop/settings', '')).toBe(address);
  });

  it('of the same person and application have one page, which says what is not known', async () => {
    const started = { kind: 'redirect', provider: null, host: null, problem: null } as const;
    const second = { ...failedFlow, ...started, step: 'new', outcome: 'in_progress' } as const;
    const foreign = { ...failedFlow, kind: 'link', client_id: 'test_other' } as const;
    open([{ ...failedFlow, step: 'select' }, second, foreign], '/flows/k7qf3m9t');

    const card = within(await screen.findByRole('region', { name: 'Flow, Redirect' }));

    expect(await readFacts('Host', card)).toEqual([
      'Provider: Not chosen',
      'Host: Not known',
      'Opened as: Redirect',
      'Person (client_user_id): Not set',
      'Session: None',
    ]);
    screen.getByRole('heading', { name: 'K7QF-3M9T' });
    screen.getByText('Choose a provider: Sandbox');
    expect(screen.queryByRole('region', { name: 'Flow, Link' })).toBeNull();
    expect(await copy('reference')).toBe('K7QF-3M9T');
  });
});
