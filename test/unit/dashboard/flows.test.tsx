// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Flow } from '../../../src/connect/shapes/dashboard-answers.ts';
import {
  answer,
  createProvider,
  failedFlow,
  fill,
  follow,
  openApplication,
  post,
  press,
  readFocus,
  readRows,
  refuse,
} from './open-dashboard.tsx';

const request = post('flows/search');
const sandbox = createProvider('sandbox', 'Sandbox');
const searchLabel = 'Reference, client_user_id or host';
const hourMs = 3_600_000;
const list = (flows: readonly Flow[]) => answer({ flows, next: null, counts: null, reached: null });

/** Opens the application's flows. */
function open(flows: readonly Flow[] = [], page = '/flows') {
  const origins = [{ address: 'https://shop.example', flag: null }];
  const replies = {
    'GET providers': answer({ providers: [sandbox] }),
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
    const denied = { ...failedFlow, kind: 'redirect', provider: null, host: null } as const;
    const left = { ...failedFlow, outcome: 'abandoned', problem: null } as const;
    open([
      failedFlow,
      { ...denied, step: 'denied', outcome: 'denied', problem: null },
      { ...left, client_user_id: 'user-4711' },
      { ...left, outcome: 'in_progress' },
    ]);

    await screen.findByRole('table', { name: 'Flows' });

    expect(readRows()).toEqual([
      expect.stringMatching(/^Failedprovider_unavailable–Sandboxshop\.example.*K7QF-3M9T$/),
      expect.stringMatching(/^Denied–––.*K7QF-3M9T$/),
      expect.stringMatching(/^Leftat the loginuser-4711Sandboxshop\.example.*K7QF-3M9T$/),
      expect.stringMatching(/^In progressLogin/),
    ]);
  });

  it('are searched by outcome, text, provider and period', async () => {
    const service = open([failedFlow]);
    await screen.findByRole('table');

    await press('Failed');
    await screen.findByText('1 flow shown.');
    await fill(searchLabel, 'user-4711');
    await screen.findByRole('option', { name: 'Sandbox' });
    choose('Provider', 'sandbox');
    choose('Period', 'Last hour');
    service.on(request, list([]));
    const earliest = Date.now();
    await press('Search flows');

    await screen.findByText(/^No flow of the last day matches/);
    expect(service.changes.at(-1)?.[1]).toEqual({
      outcomes: ['failed', 'code_expired', 'code_recoverable'],
      reached: null,
      search: 'user-4711',
      provider_id: 'sandbox',
      from: expect.toSatisfy((from: number) => from >= earliest - hourMs && from <= Date.now()),
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

  it('are counted on the buttons of their outcomes, also after another page', async () => {
    const service = open();
    const counts = [
      { outcome: 'failed', count: 2 },
      { outcome: 'code_expired', count: 1 },
      { outcome: 'denied', count: 1400 },
    ];
    service.on(request, answer({ flows: [failedFlow], next: 'a', counts, reached: null }));
    await press('Refresh');
    await screen.findByRole('table');
    service.on(request, list([{ ...failedFlow, started_at: 0, reference: 'AAAA3M9T' }]));
    await press('Show more flows');
    await expect.poll(() => readRows().length).toBe(2);
    expect(service.changes.at(-1)?.[1]).toMatchObject({ after: 'a' });

    const buttons = within(screen.getByRole('group', { name: 'Status' })).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'All 1,403',
      'Connected 0',
      'Failed 3',
      'Denied 1,400',
      'In progress 0',
      'Left 0',
    ]);
  });

  it('are counted by how far they got, and shown from there', async () => {
    const service = open();
    const reached = { opened: 1200, provider_chosen: 900, signed_in: 300, allowed: 0 };
    service.on(request, answer({ flows: [failedFlow], next: null, counts: null, reached }));
    await press('Refresh');
    await screen.findByRole('table');

    const funnel = within(screen.getByRole('group', { name: 'How far people get' }));
    const buttons = funnel.getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Opened 1,200',
      'Chose a provider 900 (75%)',
      'Signed in 300 (25%)',
      'Allowed access 0 (0%)',
    ]);
    await press('Signed in 300 (25%)');

    await screen.findByText('1 flow shown.');
    expect(service.changes.at(-1)?.[1]).toMatchObject({ reached: 'signed_in' });
  });

  it('of which none is of a known person have no column for it', async () => {
    open([failedFlow]);

    await screen.findByRole('table');

    expect(screen.queryByRole('columnheader', { name: 'Person' })).toBeNull();
    screen.getByRole('columnheader', { name: 'Provider' });
  });

  it('are shown the oldest first', async () => {
    const service = open([failedFlow]);
    await screen.findByRole('columnheader', { name: /^Started/ });
    const readOrder = () =>
      screen.getByRole('columnheader', { name: /^Started/ }).getAttribute('aria-sort');
    expect(readOrder()).toBe('descending');

    await press('Started');

    await screen.findByText('1 flow shown.');
    expect(service.changes.at(-1)?.[1]).toMatchObject({ order: 'oldest' });
    expect(readOrder()).toBe('ascending');
  });

  it('lead to a reference of a page that was only loaded, which the list does not have', async () => {
    const service = open([failedFlow]);
    await screen.findByRole('table');
    service.on(request, list([]));
    await fill(searchLabel, ' k7qf3m9t ');
    await press('Search flows');

    await follow('Find K7QF-3M9T everywhere');

    await screen.findByRole('heading', { name: 'Reference K7QF-3M9T' });
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
      'Done: Chose a provider: Sandbox+12 s',
      expect.stringMatching(
        /^Problem: Sign in.*The provider is not available.*provider_unavailable.*\+0 s/,
      ),
      'Not reached: Allow access',
      'Not reached: Connect the account',
    ]);
    screen.getByText(/People can try again/);
    screen.getByText('https://shop.example');
    const help = screen.getByRole('link', { name: 'About this error' });
    expect(help.getAttribute('href')).toBe('/docs/errors#provider_unavailable');
    const account = await screen.findByRole('link', { name: 'Show account' });
    expect(account.getAttribute('href')).toMatch(/\/accounts#search=account_1$/);
    await follow('Show events');
    await press('Show all, not only cs_1');
    await screen.findByText(/^No event yet/);
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
    ['is connected', { step: 'issued', outcome: 'code_exchanged', problem: null }],
    ['can still be corrected', { outcome: 'in_progress' }],
  ] as const)('give no advice for a flow that %s', async (_, changes) => {
    open([{ ...failedFlow, ...changes }]);
    await follow('K7QF-3M9T');

    await screen.findByText('Opened as');

    expect(screen.queryByText(/^What to do/)).toBeNull();
  });
});
