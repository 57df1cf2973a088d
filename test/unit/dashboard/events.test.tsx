// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatTime } from '../../../src/connect/dashboard/format.ts';
import type {
  Delivery,
  RecentEvent,
  Webhook,
} from '../../../src/connect/shapes/dashboard-answers.ts';
import {
  answer,
  check,
  confirm,
  createDelivery,
  createWebhook,
  fill,
  follow,
  get,
  openApplication,
  post,
  press,
  readField,
  readFocus,
  readRows,
  refuse,
} from './open-dashboard.tsx';

const url = 'https://shop.example/wh_a';
const deliveriesRequest = `${get.webhooks}/wh_a/deliveries?after=`;

const list = (...webhooks: readonly Webhook[]) => answer({ webhooks });
const page = (next: string | null, ...deliveries: readonly Delivery[]) =>
  answer({ deliveries, next });
const oneWebhook = {
  [get.webhooks]: list(createWebhook('wh_a')),
  [deliveriesRequest]: page(null),
};
const failedTry = { at: 2, ms: 34, status: 500, problem: null, response: null };
const retries = { count: 2, has_more: false, next_try_at: 86_400_000, last_try: failedTry };
const off = { enabled: false, off_since: 86_400_000, off_reason: 'operator' } as const;

const findWebhooks = async () =>
  readRows(within(await screen.findByRole('table', { name: 'Webhooks' })));

/** The attempts of the deliveries that are open. */
const readSteps = () =>
  within(screen.getByRole('region', { name: 'Deliveries' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const findDeliveries = async () => {
  const section = within(await screen.findByRole('region', { name: 'Deliveries' }));
  return { section, readDeliveries: () => readRows(section) };
};

type Replies = Parameters<typeof openApplication>[2];

/** Opens the page of a webhook. */
const openWebhook = (replies: Replies = {}) =>
  openApplication('/events/wh_a', {}, { ...oneWebhook, ...replies });

/** Opens the page of the application's events and webhooks. */
const open = (replies: Replies = {}) => openApplication('/events', {}, replies);

describe('the webhooks of an application', () => {
  it('are listed with their state, and lead to a page for each', async () => {
    open({
      [get.webhooks]: list(
        createWebhook('wh_a', { last_delivery: createDelivery('d') }),
        createWebhook('wh_b', {
          types: ['session.finished'],
          last_delivery: createDelivery('test'),
          retries,
        }),
        createWebhook('wh_c', { ...off, off_reason: 'gone' }),
        createWebhook('wh_d'),
      ),
      [deliveriesRequest]: page(null),
    });

    const [on, failing, gone, added] = await findWebhooks();

    const parts = screen.getByRole('link', { name: url }).innerHTML.split('<wbr>');
    expect(parts.map((part) => part.replace(/<[^>]*>/g, ''))).toEqual([
      'https://',
      'shop.example/',
      'wh_a',
    ]);
    expect(on).toMatch(/^https:\/\/shop\.example\/wh_aAll eventsOnHTTP 204 in 34 ms, Jan 1, 1970/);
    expect(failing).toMatch(
      /session\.finishedFailingHTTP 500 in 34 ms, Jan 1, 1970.*2 waiting, next try Jan 2, 1970/,
    );
    expect(gone).toMatch(/Off––$/);
    expect(added).toMatch(/On––$/);
    await follow(url);
    await screen.findByRole('heading', { name: 'Webhook' });
    await follow('All webhooks');
    await screen.findByRole('table', { name: 'Webhooks' });
  });

  it('get a new one, whose secret is shown once', async () => {
    const service = open({
      [get.webhooks]: list(createWebhook('wh_b')),
      [post('webhooks/add')]: answer({ webhook_id: 'wh_a', secret: 'whsec_new' }),
    });
    await press('Add a webhook');
    expect(await screen.findByLabelText('Address')).toBe(document.activeElement);
    await check('Only these');
    await check('session.finished');
    await fill('Address', ` ${url} `);
    service.on(get.webhooks, list(createWebhook('wh_b'), createWebhook('wh_a')));

    await press('Add webhook');

    await screen.findByText(`Added ${url}.`);
    expect(screen.getByTestId('webhook-secret').textContent).toBe('whsec_new');
    await expect.poll(readFocus).toContain(`Copy the signing secret of ${url} now.`);
    expect(await findWebhooks()).toHaveLength(2);
    expect(service.changes).toEqual([['webhooks/add', { url, types: ['session.finished'] }]]);
    await press('I have stored it');
    expect(screen.queryByTestId('webhook-secret')).toBeNull();
    expect(screen.queryByLabelText('Address')).toBeNull();
  });

  it('get all events unless some are chosen, and say why an address is refused', async () => {
    const service = open({
      [post('webhooks/add')]: refuse(400, 'url must be a public address.'),
    });
    await press('Add a webhook');
    await fill('Address', 'https://10.0.0.1/');

    await press('Add webhook');

    await screen.findByText('url must be a public address.');
    expect(service.changes).toEqual([['webhooks/add', { url: 'https://10.0.0.1/', types: 'all' }]]);
    expect(readField('Address')).toBe('https://10.0.0.1/');
  });

  it('are not added for only these events when none is chosen', async () => {
    const service = open();
    await press('Add a webhook');
    await fill('Address', url);
    await check('Only these');

    await press('Add webhook');

    await screen.findByText('Choose at least one event.');
    await press('Cancel');
    await screen.findByRole('button', { name: 'Add a webhook' });
    expect(readFocus()).toBe('Webhooks');
    expect(service.changes).toEqual([]);
  });
});

describe('the recent events of an application', () => {
  const createEvent = (id: string, changes: Partial<RecentEvent> = {}): RecentEvent => ({
    id,
    type: 'connection.created',
    created_at: 86_400_000,
    data: { account_id: 'account_0123456789abcdef', provider_id: 'sandbox' },
    deliveries: [],
    ...changes,
  });
  const events = (...rows: readonly RecentEvent[]) => answer({ events: rows, next: null });
  const { delivery_id, status, next_try_at, tries } = createDelivery('d');
  const delivered = { webhook_id: 'wh_a', delivery_id, status, next_try_at, tries };
  const failed = { ...delivered, delivery_id: 'e', status: 'failed' } as const;
  const alsoFailed = { ...failed, webhook_id: 'wh_b', delivery_id: 'f' };
  const findEvents = async () =>
    readRows(within(await screen.findByRole('table', { name: 'Recent events' })));

  it('say what happened to whom, when, and whether it is delivered, page by page', async () => {
    const service = open({
      [get.events]: answer({
        events: [
          createEvent('ev_c', { deliveries: [delivered, failed] }),
          createEvent('ev_b', { deliveries: [delivered] }),
        ],
        next: 'ev_b',
      }),
      [`${get.events}ev_b`]: events(
        createEvent('ev_a', { type: 'session.finished', data: { session_id: 'cs_a' } }),
        createEvent('ev_0', { type: 'provider.available', data: { provider_id: 'sandbox' } }),
      ),
    });

    await press('Show more events');

    await screen.findByText('4 events shown.');
    expect(await findEvents()).toEqual([
      expect.stringMatching(/^connection\.createdFailed1 of 2 deliveredaccount_0123…Jan 2, 1970/),
      expect.stringMatching(/^connection\.createdDeliveredaccount_0123…/),
      expect.stringMatching(/^session\.finishedNo deliverycs_a/),
      expect.stringMatching(/^provider\.availableNo deliverysandbox/),
    ]);
    expect(service.changes).toEqual([]);
  });

  it('are found by their type and by a failed delivery, and further back', async () => {
    const byType = `${get.events}&type=session.finished`;
    const service = open({
      [get.events]: events(createEvent('ev_b')),
      [byType]: events(createEvent('ev_a', { type: 'session.finished' })),
      [`${byType}&delivery=failed`]: answer({ events: [], next: 'ev_a' }),
      [`${get.events}ev_a&type=session.finished&delivery=failed`]: events(
        createEvent('ev_0', { type: 'session.finished', deliveries: [failed] }),
      ),
    });
    await screen.findByRole('button', { name: 'Details of ev_b' });

    const select = screen.getByLabelText('Type of event');
    fireEvent.change(select, { target: { value: 'session.finished' } });
    await screen.findByText('1 event shown.');
    await press('Waiting or failed');
    await screen.findByText('No event matches so far. Older ones may.');
    await press('Show more events');

    await screen.findByText('Failed', { selector: 'td *' });
    expect(await findEvents()).toHaveLength(1);
    expect(service.requests.at(-1)).toBe(`${get.events}ev_a&type=session.finished&delivery=failed`);
  });

  it('open to the event, and to the webhooks that it went to', async () => {
    open({
      ...oneWebhook,
      [get.events]: events(createEvent('ev_a', { deliveries: [delivered] })),
    });

    await press('Details of ev_a');

    const details = within(await screen.findByRole('region', { name: 'Event' }));
    details.getByText(/"created_at": "1970-01-02T00:00:00.000Z"/);
    const delivery = within(screen.getByRole('region', { name: 'shop.example/wh_a' }));
    delivery.getByText(/^HTTP 204 in 34 ms, /);
    fireEvent.click(delivery.getByRole('link'));
    await screen.findByRole('heading', { name: 'Webhook' });
  });

  it('say why a delivery has failed, and do not link to a webhook that has been removed', async () => {
    const refused = { ...failed, tries: [{ ...failedTry, response: '{"error":"no"}' }] };
    open({ [get.events]: events(createEvent('ev_a', { deliveries: [refused] })) });

    await press('Details of ev_a');

    const delivery = within(screen.getByRole('region', { name: 'Removed webhook' }));
    delivery.getByText('Attempt 1: HTTP 500 in 34 ms');
    delivery.getByText('{ "error": "no" }');
    delivery.getByRole('button', { name: 'Copy the response' });
    expect(delivery.queryByRole('link')).toBeNull();
  });

  it('are sent again to a webhook that did not get them', async () => {
    const service = open({
      [get.webhooks]: list(createWebhook('wh_a'), createWebhook('wh_b')),
      [get.events]: events(createEvent('ev_a', { deliveries: [failed, alsoFailed] })),
      [post('webhooks/wh_a/deliveries/e/resend')]: answer({ delivery_id: 'e' }),
    });
    await press('Details of ev_a');

    screen.getByRole('button', { name: 'Send again ev_a to https://shop.example/wh_b' });
    await press(`Send again ev_a to ${url}`);

    await screen.findByText('The event is being sent again.');
    expect(service.changes).toEqual([['webhooks/wh_a/deliveries/e/resend', {}]]);
  });
});

describe('a webhook', () => {
  it.each([
    ['an old secret', { old_secret_until: 86_400_000 }, /signs, too, until Jan 2, 1970/],
    [
      'failures',
      { failing_since: 86_400_000 },
      /Failing since Jan 2, 1970.*by Jan 5, 1970.*switched off/,
    ],
    ['a receiver that is gone', { ...off, off_reason: 'gone' }, /answered 410 Gone/],
    ['three days of failures', { ...off, off_reason: 'failing' }, /failed for three days/],
  ] as const)('says in plain words that it has %s', async (_, changes, text) => {
    openWebhook({ [get.webhooks]: list(createWebhook('wh_a', changes)) });

    await screen.findByText(text);
  });

  it('says which deliveries wait for a retry after a success, and sends all of them again', async () => {
    const failed = createDelivery('a', { status: 'waiting', next_try_at: 86_400_000 });
    const service = openWebhook({
      [get.webhooks]: list(createWebhook('wh_a', { retries: { ...retries, has_more: true } })),
      [`${deliveriesRequest}&status=waiting&limit=100`]: page(
        'a',
        createDelivery('c', { status: 'waiting', tries: [] }),
        failed,
      ),
      [`${deliveriesRequest.replace('after=', 'after=a')}&status=waiting&limit=100`]: page(null, {
        ...failed,
        delivery_id: 'b',
      }),
      [post('webhooks/wh_a/deliveries/a/resend')]: answer({ delivery_id: 'a' }),
      [post('webhooks/wh_a/deliveries/b/resend')]: answer({ delivery_id: 'b' }),
    });
    await screen.findByText(/^HTTP 500 · 2 or more waiting, next try Jan 2, 1970/);

    await press('Send again now');

    await expect.poll(() => service.changes).toHaveLength(2);
  });

  it('that is unknown is named as missing', async () => {
    openApplication('/events/wh_x', {}, oneWebhook);

    await screen.findByText(/There is no such webhook/);
  });

  it('is switched off and on', async () => {
    const service = openWebhook({
      [post('webhooks/wh_a/switch')]: answer({ webhook_id: 'wh_a', enabled: false }),
    });
    await screen.findByRole('button', { name: 'Switch off' });
    service.on(get.webhooks, list(createWebhook('wh_a', off)));

    await press('Switch off');

    await screen.findByText('The webhook is off.');
    await press('Switch on');
    expect(service.changes).toEqual([
      ['webhooks/wh_a/switch', { enabled: false }],
      ['webhooks/wh_a/switch', { enabled: true }],
    ]);
    expect(screen.queryByRole('button', { name: 'Send a test event' })).toBeNull();
  });

  it('gets a new secret after a question, which the page of another webhook does not show', async () => {
    const secret = 'whsec_next';
    const service = openWebhook({
      [get.webhooks]: list(createWebhook('wh_a'), createWebhook('wh_b')),
      [`${get.webhooks}/wh_b/deliveries?after=`]: page(null),
      [post('webhooks/wh_a/rotate')]: answer({ webhook_id: 'wh_a', secret, old_secret_until: 2 }),
    });

    await confirm(service, ['Rotate secret', /signed with both/, 'Rotate it now']);

    expect((await screen.findByTestId('webhook-secret')).textContent).toBe(secret);
    await follow('All webhooks');
    await screen.findByTestId('webhook-secret');
    await follow('https://shop.example/wh_b');
    await screen.findByRole('heading', { name: 'Webhook' });
    expect(screen.queryByTestId('webhook-secret')).toBeNull();
    await follow('All webhooks');
    await screen.findByTestId('webhook-secret');
  });

  it('is removed after a question, which leads back to the others', async () => {
    const service = openWebhook({ [post('webhooks/wh_a/remove')]: answer({ removed: 'wh_a' }) });
    await screen.findByRole('button', { name: 'Remove webhook' });
    service.on(get.webhooks, list());

    await confirm(service, ['Remove webhook', /gets no more events/, 'Remove it now']);

    await screen.findByText(/^No webhook yet\./);
    screen.getByText('The webhook is removed.');
    await expect.poll(readFocus).toBe('Events');
    expect(service.changes).toEqual([['webhooks/wh_a/remove', {}]]);
  });

  it('gets a test event, which is shown among its deliveries', async () => {
    const service = openWebhook({ [post('webhooks/wh_a/test')]: answer({ delivery_id: 'a' }) });
    const { section, readDeliveries } = await findDeliveries();
    await section.findByText(/^Nothing has been sent yet/);
    const sent = createDelivery('a', { type: 'webhook.test', status: 'waiting', tries: [] });
    service.on(`${deliveriesRequest}&limit=1`, page(null, sent));

    await press('Send a test event');

    await screen.findByText('A test event is being sent.');
    expect(readDeliveries()).toEqual([expect.stringMatching(/^webhook\.testWaiting/)]);
    expect(service.changes).toEqual([['webhooks/wh_a/test', {}]]);
    const delivered = createDelivery('a', { type: 'webhook.test' });
    service.on(`${deliveriesRequest}&limit=1`, page(null, delivered));
    await section.findByText('Delivered', { selector: 'td *' });
    expect(readDeliveries()).toEqual([expect.stringMatching(/^webhook\.testDelivered/)]);
    const countLooks = () => service.requests.filter((one) => one.endsWith('&limit=1')).length;
    const looks = countLooks();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(countLooks()).toBe(looks);
  });

  it('is said to be failing as soon as a test event has failed', async () => {
    const service = openWebhook({ [post('webhooks/wh_a/test')]: answer({ delivery_id: 'a' }) });
    await screen.findByText(/^Nothing has been sent yet/);
    const [tried] = createDelivery('a').tries;
    const sent = createDelivery('a', { type: 'webhook.test', status: 'sending', tries: [] });
    service.on(`${deliveriesRequest}&limit=1`, page(null, sent));
    await press('Send a test event');
    await screen.findByText('A test event is being sent.');
    const failed = tried ? [{ ...tried, status: 500 }] : [];
    service.on(`${deliveriesRequest}&limit=1`, page(null, { ...sent, tries: failed }));
    service.on(get.webhooks, list(createWebhook('wh_a', { failing_since: 2 })));

    await screen.findByText('Failing');
  });
});

describe('the deliveries of a webhook', () => {
  const tries = [
    { at: 2, ms: 10_000, status: null, problem: 'timeout', response: null },
    { at: 3, ms: 5, status: 410, problem: null, response: 'Gone <b>for good</b>' },
  ] as const;
  const failed = createDelivery('b', { status: 'failed', tries: [...tries] });
  const alsoFailed = createDelivery('c', { status: 'failed', tries: [...tries] });
  const retried = { status: 'waiting', next_try_at: 86_400_000 } as const;
  const waiting = createDelivery('c', { ...retried, tries: [tries[0]] });

  it('name the last reason of each, and when it is tried again', async () => {
    openWebhook({ [deliveriesRequest]: page(null, failed, waiting) });
    const { section, readDeliveries } = await findDeliveries();
    await section.findByText('Waiting', { selector: 'td *' });

    expect(readDeliveries()).toEqual([
      expect.stringMatching(/^connection\.createdFailedHTTP 410/),
      expect.stringMatching(/Waitingnext try Jan 2, 1970.*No response within 10 s/),
    ]);
  });

  it('open to the event and the responses', async () => {
    openWebhook({ [deliveriesRequest]: page(null, failed) });
    const { section } = await findDeliveries();
    const opener = await section.findByRole('button', { name: 'Details of ev_b' });
    expect(opener.getAttribute('aria-expanded')).toBe('false');

    await press('Details of ev_b');

    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(readSteps()).toEqual([
      expect.stringMatching(/^Problem: Attempt 1: No response within 10 s.*:\d\d:\d\d.[AP]M$/),
      expect.stringMatching(/^Problem: Attempt 2: HTTP 410 in 5 ms/),
    ]);
    section.getByText('Gone <b>for good</b>');
    section.getByText('{ "id": "ev_b" }');
    section.getByRole('region', { name: 'Event' });
    section.getByRole('button', { name: 'Copy the event' });
  });

  it('open to their attempts, and say what comes next', async () => {
    const { tries: done } = createDelivery('d');
    const delivered = createDelivery('d', { tries: [tries[0], ...done] });
    openWebhook({ [deliveriesRequest]: page(null, waiting, delivered) });
    const { section } = await findDeliveries();

    // The table is there before its rows.
    await section.findByText('Waiting', { selector: 'td *' });
    const openers = section.getAllByRole('button', { name: /^Details of/ });
    for (const opener of openers) fireEvent.click(opener);

    expect(readSteps()).toEqual([
      expect.stringMatching(/^Problem: Attempt 1: No response/),
      expect.stringMatching(/^Not reached: Attempt 2: scheduled.* for 3 days\.Jan 2, 1970/),
      expect.stringMatching(/^Problem: Attempt 1: No response/),
      expect.stringMatching(/^Done: Attempt 2: HTTP 2\d\d/),
    ]);
  });

  it('are shown by status, and page by page', async () => {
    openWebhook({
      [deliveriesRequest]: page('a', createDelivery('a')),
      [`${deliveriesRequest}a`]: page(null, failed),
      [`${deliveriesRequest}&status=failed`]: page('b', failed),
      [`${deliveriesRequest}b&status=failed`]: page(null, alsoFailed),
      [`${deliveriesRequest}&status=waiting`]: page(null),
    });
    const { section, readDeliveries } = await findDeliveries();

    await press('Show more deliveries');
    await screen.findByText('2 deliveries shown.');
    await press('Failed');
    await screen.findByText('1 delivery shown.');
    await press('Show more deliveries');
    await screen.findByText('2 deliveries shown.');
    expect(readDeliveries()).toEqual(
      Array(2).fill(expect.stringMatching(/^connection\.createdFailed/)),
    );
    await press('Waiting');

    await section.findByText('No delivery has this status.');
  });

  it('are loaded again up to the limit of the service', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => createDelivery(`d${index}`));
    const service = openWebhook({
      [deliveriesRequest]: page('d99', ...hundred),
      [post('webhooks/wh_a/test')]: answer({ delivery_id: 'new' }),
    });
    await screen.findByRole('button', { name: 'Details of ev_d99' });
    service.on(`${deliveriesRequest}&limit=100`, page('d98', createDelivery('new')));

    await press('Send a test event');

    await screen.findByRole('button', { name: 'Details of ev_new' });
  });

  it('name the day of a retry, unless it is today', () => {
    vi.setSystemTime(new Date(2026, 0, 30, 12));
    const [today, nextMonth] = [new Date(2026, 0, 30, 13), new Date(2026, 2, 30, 13)];
    const shown = [today, nextMonth].map((time) => formatTime(time.getTime()));
    vi.useRealTimers();

    expect(shown).toEqual([expect.not.stringContaining('30'), expect.stringContaining('Mar 30')]);
  });

  it('are followed for 15 s, and again after each that is sent again', async () => {
    const service = openWebhook({
      [deliveriesRequest]: page(null, waiting),
      [`${deliveriesRequest}&limit=1`]: page(null, waiting),
      [`${deliveriesRequest}&limit=2`]: page(null, waiting),
      [post('webhooks/wh_a/deliveries/c/resend')]: answer({ delivery_id: 'c' }),
    });
    const countLooks = () => service.requests.filter((one) => one.endsWith('&limit=1')).length;
    await press('Details of ev_c');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());

    for (const looks of [15, 30]) {
      await press(`Send again ev_c to ${url}`);
      await screen.findByText('The event is being sent again.');
      for (let second = 0; second < 20; second += 1) await vi.advanceTimersByTimeAsync(1000);
      expect(countLooks()).toBe(looks);
    }
  });

  it('are sent again, unless the webhook is off', async () => {
    const service = openWebhook({
      [deliveriesRequest]: page('c', alsoFailed),
      [`${deliveriesRequest}c`]: page(null, failed),
      [`${deliveriesRequest}&limit=3`]: page(null, alsoFailed, failed),
      [post('webhooks/wh_a/deliveries/b/resend')]: answer({ delivery_id: 'b' }),
      [post('webhooks/wh_a/switch')]: answer({ webhook_id: 'wh_a', enabled: false }),
    });
    const { readDeliveries } = await findDeliveries();
    await press('Show more deliveries');

    await press('Details of ev_b');
    await press(`Send again ev_b to ${url}`);

    await screen.findByText('The event is being sent again.');
    // Both deliveries, and the details of one.
    expect(readDeliveries()).toHaveLength(3);
    service.on(get.webhooks, list(createWebhook('wh_a', off)));
    await press('Switch off');
    await screen.findByText('The webhook is off.');
    await screen.findByRole('button', { name: 'Switch on' });
    expect(service.changes[0]).toEqual(['webhooks/wh_a/deliveries/b/resend', {}]);
    expect(screen.queryByRole('button', { name: `Send again ev_b to ${url}` })).toBeNull();
  });
});
