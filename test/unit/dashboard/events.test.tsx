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
  copy,
  createDelivery,
  createWebhook,
  type FakeService,
  fill,
  follow,
  get,
  openApplication,
  post,
  press,
  type Replies,
  readAll,
  readField,
  readFocus,
  readRows,
  refuse,
  showTime,
} from './open-dashboard.tsx';

const url = 'https://shop.example/wh_a';
const deliveriesRequest = `${get.webhooks}/wh_a/deliveries?after=`;

const list = (...webhooks: readonly Webhook[]) => answer({ webhooks });
const page = (next: string | null, ...deliveries: readonly Delivery[]) =>
  answer({ deliveries, next });
const oneWebhook = { [get.webhooks]: list(createWebhook('wh_a')), [deliveriesRequest]: page(null) };
const failedTry = { at: 2, ms: 34, status: 500, problem: null, response: null };
const retries = { count: 2, has_more: false, next_try_at: 86_400_000, last_try: failedTry };
const failedDelivery = createDelivery('c', { status: 'failed', tries: [failedTry] });
const off = { enabled: false, off_since: 86_400_000, off_reason: 'operator' } as const;

const findWebhooks = async () =>
  readRows(within(await screen.findByRole('table', { name: 'Webhooks' })));

const findDeliveries = async () => {
  const section = within(await screen.findByRole('region', { name: 'Deliveries' }));
  return { section, readDeliveries: () => readRows(section) };
};

const openWebhook = (replies: Replies = {}) =>
  openApplication('/events/wh_a', {}, { ...oneWebhook, ...replies });

const open = (replies: Replies = {}) => openApplication('/events', {}, replies);

const countLooks = ({ requests }: FakeService) =>
  requests.filter((one) => one.endsWith('&limit=1')).length;

describe('the webhooks of an application', () => {
  it('are listed with their state, and lead to a page for each', async () => {
    open({
      [get.webhooks]: list(
        createWebhook('wh_a', { last_delivery: createDelivery('d') }),
        createWebhook('wh_b', {
          types: ['session.finished'],
          last_delivery: createDelivery('test'),
          recent: [
            { status: 'waiting', tries: 1 },
            { status: 'failed', tries: 9 },
            { status: 'delivered', tries: 1 },
          ],
          retries,
        }),
        createWebhook('wh_c', { ...off, off_reason: 'gone' }),
        createWebhook('wh_d'),
        createWebhook('wh_e', { last_delivery: failedDelivery }),
      ),
      [deliveriesRequest]: page(null),
    });

    const webhooks = await findWebhooks();

    const parts = screen.getByRole('link', { name: url }).innerHTML.split('<wbr>');
    const shown = parts.map((part) => part.replace(/<[^>]*>/g, ''));
    expect(shown).toEqual(['https://', 'shop.example/', 'wh_a']);
    const [tried, next] = [showTime(2), showTime(86_400_000)];
    expect(webhooks).toEqual([
      `${url}All eventsOnHTTP 204 in 34 ms, ${tried}–`,
      `https://shop.example/wh_bsession.finishedFailingHTTP 500 in 34 ms, ${tried}1 of the last 3 delivered2 waiting, next try ${next}`,
      'https://shop.example/wh_cAll eventsOff––',
      'https://shop.example/wh_dAll eventsOn––',
      `https://shop.example/wh_eAll eventsFailingHTTP 500 in 34 ms, ${tried}–`,
    ]);
    // The newest of the latest deliveries is at the end.
    const places = ['warning', 'bad', 'good'].map((kind) =>
      Number(document.querySelector(`rect.pill--${kind}`)?.getAttribute('x')),
    );
    expect(places).toEqual([12, 6, 0]);
    await follow(url);
    await screen.findByRole('heading', { name: 'Webhook' });
    await follow('All webhooks');
    await screen.findByRole('table', { name: 'Webhooks' });
  });

  it('get a new one, whose address and events are checked, and whose secret is shown once', async () => {
    const service = open({
      [get.webhooks]: list(createWebhook('wh_b')),
      [post('webhooks/add')]: refuse(400, 'url must be a public address.'),
    });
    await press('Add a webhook');
    expect(await screen.findByLabelText('Address')).toBe(document.activeElement);
    await fill('Address', ` ${url} `);
    await press('Add webhook', 'url must be a public address.');
    expect(readField('Address')).toBe(` ${url} `);
    await check('Only these');
    await press('Add webhook', 'Choose at least one event.');
    await check('session.finished');
    service.on(post('webhooks/add'), answer({ webhook_id: 'wh_a', secret: 'whsec_new' }));
    service.on(get.webhooks, list(createWebhook('wh_b'), createWebhook('wh_a')));

    await press('Add webhook', `Added ${url}.`);

    await expect.poll(readFocus).toContain(`Copy the signing secret of ${url} now.`);
    expect(await copy('signing secret')).toBe('whsec_new');
    expect(await findWebhooks()).toHaveLength(2);
    expect(service.changes).toEqual([
      ['webhooks/add', { url, types: 'all' }],
      ['webhooks/add', { url, types: ['session.finished'] }],
    ]);
    await press('I have stored it');
    expect(screen.queryByTestId('webhook-secret')).toBeNull();
    await press('Add a webhook');
    await press('Cancel');
    await screen.findByRole('button', { name: 'Add a webhook' });
    expect(readFocus()).toBe('Webhooks');
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
  const retried = { ...delivered, delivery_id: 'r', status: 'waiting' } as const;
  const findEvents = async () =>
    readRows(within(await screen.findByRole('table', { name: 'Recent events' })));

  it('say what happened to whom, when, and whether it is delivered, page by page', async () => {
    open({
      [get.events]: answer({
        events: [
          createEvent('ev_c', { deliveries: [delivered, retried, failed] }),
          createEvent('ev_b', { deliveries: [delivered] }),
        ],
        next: 'ev_b',
      }),
      [`${get.events}ev_b`]: events(
        createEvent('ev_a', { type: 'session.finished', data: { session_id: 'cs_a' } }),
        createEvent('ev_0', { type: 'provider.available', data: { provider_id: 'sandbox' } }),
      ),
    });

    await press('Show more events', '4 events shown.');

    const created = showTime(86_400_000);
    expect(await findEvents()).toEqual([
      `connection.createdFailed1 of 3 deliveredaccount_0123…${created}`,
      `connection.createdDeliveredaccount_0123…${created}`,
      `session.finishedNo deliverycs_a${created}`,
      `provider.availableNo deliverysandbox${created}`,
    ]);
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
    await press('Waiting or failed', 'No event matches so far. Older ones may.');
    await press('Show more events');

    await screen.findByText('Failed', { selector: 'td *' });
    expect(await findEvents()).toHaveLength(1);
    expect(service.requests.at(-1)).toBe(`${get.events}ev_a&type=session.finished&delivery=failed`);
    expect(service.addresses.at(-1)).toMatch(/\/events#type=session.finished&delivery=failed$/);
    screen.getByRole('button', { name: 'Waiting or failed', pressed: true });
    await follow('Events');
    await expect.poll(() => readField('Type of event')).toBe('');
  });

  it('open to the event, and to the webhooks that it went to', async () => {
    open({ ...oneWebhook, [get.events]: events(createEvent('ev_a', { deliveries: [delivered] })) });

    await press('Details of ev_a');

    const { id, type, data } = createEvent('ev_a');
    const created_at = '1970-01-02T00:00:00.000Z';
    expect(await copy('event')).toBe(JSON.stringify({ id, type, created_at, data }, null, 2));
    const delivery = within(screen.getByRole('region', { name: 'shop.example/wh_a' }));
    delivery.getByText(/^HTTP 204 in 34 ms, /);
    expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
    fireEvent.click(delivery.getByRole('link'));
    await screen.findByRole('heading', { name: 'Webhook' });
  });

  it('say why a delivery has failed, and send it again to a webhook that is not removed', async () => {
    const refused = { ...failed, tries: [{ ...failedTry, response: '{"error":"no"}' }] };
    const toRemoved = { ...failed, webhook_id: 'wh_x', delivery_id: 'f' };
    const sending = { ...failed, status: 'sending' as const, tries: [] };
    const service = open({
      ...oneWebhook,
      [get.events]: events(createEvent('ev_a', { deliveries: [refused, toRemoved] })),
      [`${get.events}&limit=2`]: events(createEvent('ev_a', { deliveries: [sending, toRemoved] })),
      [post('webhooks/wh_a/deliveries/e/resend')]: answer({ delivery_id: 'e' }),
    });
    await press('Details of ev_a');

    const removed = within(screen.getByRole('region', { name: 'Removed webhook' }));
    expect(removed.queryByRole('link')).toBeNull();
    const delivery = within(screen.getByRole('region', { name: 'shop.example/wh_a' }));
    delivery.getByText('Attempt 1: HTTP 500 in 34 ms');
    delivery.getByText('Response: HTTP 500');
    expect(await copy('response')).toBe('{\n  "error": "no"\n}');
    await press(`Send again ev_a to ${url}`, 'The event is being sent again.');

    delivery.getByText('Attempt 1: being sent');
    expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
    expect(service.changes).toEqual([['webhooks/wh_a/deliveries/e/resend', {}]]);
  });
});

describe('a webhook', () => {
  it.each<[what: string, changes: Partial<Webhook>, text: RegExp]>([
    ['an old secret', { old_secret_until: 86_400_000 }, /signs, too, until Jan 2, 1970/],
    [
      'failures',
      { failing_since: 86_400_000 },
      /Failing since Jan 2, 1970.*by Jan 5, 1970.*switched off/,
    ],
    ['a receiver that is gone', { ...off, off_reason: 'gone' }, /Jan 2, .* answered 410 Gone/],
    ['three days of failures', { ...off, off_reason: 'failing' }, /It failed for three days/],
    ['been switched off', off, /Off since Jan 2, 1970.* was switched off here, by the admin API/],
    ['only some events', { types: ['session.finished'] }, /^session\.finished · Added$/],
  ])('says in plain words that it has %s', async (_, changes, text) => {
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
      [post('webhooks/wh_a/deliveries/a/resend')]: refuse(409, 'It is gone.'),
      [post('webhooks/wh_a/deliveries/b/resend')]: answer({ delivery_id: 'b' }),
    });
    await screen.findByText(/^HTTP 500 · 2 or more waiting, next try Jan 2, 1970/);
    const resend = (id: string) => [`webhooks/wh_a/deliveries/${id}/resend`, {}];
    await press('Send again now', 'It is gone.');
    expect(service.changes).toEqual([resend('a')]);
    service.on(post('webhooks/wh_a/deliveries/a/resend'), answer({ delivery_id: 'a' }));
    service.on(get.webhooks, list(createWebhook('wh_a')));

    await press('Send again now');

    await expect.poll(() => screen.queryByText(/^HTTP 500 ·/)).toBeNull();
    expect(service.changes.slice(1)).toEqual([resend('a'), resend('b')]);
    // The list below shows them again, too.
    const loaded = [get.webhooks, `${deliveriesRequest}&limit=1`];
    expect(service.requests.slice(-2).sort()).toEqual(loaded);
  });

  it('is switched off, so that nothing is sent to it, and on', async () => {
    const service = openWebhook({
      [deliveriesRequest]: page(null, failedDelivery),
      [post('webhooks/wh_a/switch')]: answer({ webhook_id: 'wh_a', enabled: false }),
    });
    await press('Details of ev_c');
    await screen.findByRole('button', { name: `Send again ev_c to ${url}` });
    service.on(get.webhooks, list(createWebhook('wh_a', off)));

    await press('Switch off', 'The webhook is off.');

    expect(screen.queryByRole('button', { name: /^Send (again|a test)/ })).toBeNull();
    await press('Switch on');
    expect(service.changes).toEqual([
      ['webhooks/wh_a/switch', { enabled: false }],
      ['webhooks/wh_a/switch', { enabled: true }],
    ]);
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

  it('gets a test event, which is followed until it has arrived', async () => {
    const service = openWebhook({ [post('webhooks/wh_a/test')]: answer({ delivery_id: 'a' }) });
    const { section, readDeliveries } = await findDeliveries();
    await section.findByText(/^Nothing has been sent yet/);
    const test = { type: 'webhook.test' };
    const first = { ...test, status: 'waiting', next_try_at: 86_400_000 } as const;
    const sent = createDelivery('a', { ...first, tries: [] });
    const answerLooks = (delivery: Delivery) =>
      service.on(`${deliveriesRequest}&limit=1`, page(null, delivery));
    answerLooks(sent);

    await press('Send a test event', 'A test event is being sent.');

    expect(readDeliveries()).toEqual([`webhook.testWaiting${showTime(1)}`]);
    expect(service.changes).toEqual([['webhooks/wh_a/test', {}]]);
    answerLooks({ ...sent, tries: [failedTry] });
    service.on(get.webhooks, list(createWebhook('wh_a', { failing_since: 2 })));
    await screen.findByText('Failing');
    answerLooks(createDelivery('a', test));
    await section.findByText('Delivered', { selector: 'td *' });
    const looks = countLooks(service);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(countLooks(service)).toBe(looks);
  });
});

describe('the deliveries of a webhook', () => {
  const tries = [
    { at: 2, ms: 10_000, status: null, problem: 'timeout', response: null },
    { at: 3, ms: 5, status: 410, problem: null, response: 'Gone <b>for good</b>' },
  ] as const;
  const retried = { status: 'waiting', next_try_at: 86_400_000 } as const;
  const waiting = createDelivery('c', { ...retried, tries: [tries[0]] });

  it('name the last response and the next try of each, and open to all', async () => {
    const { tries: done } = createDelivery('d');
    const moved = { ...tries[1], status: 308, response: null };
    const deliveries = [
      createDelivery('b', { status: 'failed', tries: [...tries] }),
      waiting,
      createDelivery('d', { tries: [tries[0], ...done] }),
      createDelivery('e', { status: 'failed', tries: [moved] }),
      createDelivery('f', { status: 'sending', tries: [] }),
    ].map((delivery, index) => ({ ...delivery, created_at: 9 - index }));
    openWebhook({ [deliveriesRequest]: page(null, ...deliveries) });
    const { section, readDeliveries } = await findDeliveries();
    // The table is there before its rows.
    await section.findByText('Waiting', { selector: 'td *' });

    const [queued, first, next] = [showTime(1), showTime(2), showTime(86_400_000)];
    expect(readDeliveries()).toEqual([
      `connection.createdFailedHTTP 410 in 5 ms${queued}`,
      `connection.createdWaitingnext try ${next}No response within 10 s${queued}`,
      `connection.createdDeliveredHTTP 204 in 34 ms${queued}`,
      `connection.createdFailedHTTP 308 (redirect) in 5 ms${queued}`,
      `connection.createdSending–${queued}`,
    ]);
    await press('Queued');
    await expect.poll(() => readDeliveries()[0]).toBe(`connection.createdSending–${queued}`);
    await press('Queued');
    const openers = section.getAllByRole('button', { name: /^Details of/, expanded: false });
    for (const opener of openers) fireEvent.click(opener);
    expect(readAll('listitem', section)).toEqual([
      `Problem: Attempt 1: No response within 10 s${first}`,
      `Problem: Attempt 2: HTTP 410 in 5 ms${first}`,
      `Problem: Attempt 1: No response within 10 s${first}`,
      `Not reached: Attempt 2: scheduledAttempts go on for 3 days.${next}`,
      `Problem: Attempt 1: No response within 10 s${first}`,
      `Done: Attempt 2: HTTP 204 in 34 ms${first}`,
      `Problem: Attempt 1: HTTP 308 (redirect) in 5 msRegister the address that it leads to.${first}`,
      'Not reached: Attempt 1: being sent',
    ]);
    section.getByText('Response: HTTP 410');
    section.getByText('Gone <b>for good</b>');
    section.getByText('{ "id": "ev_b" }');
    expect(section.getAllByRole('button', { name: /^Send again/ })).toHaveLength(4);
  });

  it('are shown by status, page by page', async () => {
    openWebhook({
      [deliveriesRequest]: page(null, createDelivery('a')),
      [`${deliveriesRequest}&status=failed`]: page('b', failedDelivery),
      [`${deliveriesRequest}b&status=failed`]: page(null, { ...failedDelivery, delivery_id: 'd' }),
      [`${deliveriesRequest}&status=waiting`]: page(null),
    });
    const { section, readDeliveries } = await findDeliveries();

    await press('Failed');
    await press('Show more deliveries', '2 deliveries shown.');
    const failed = expect.stringMatching(/^connection\.createdFailed/);
    expect(readDeliveries()).toEqual([failed, failed]);
    await press('Waiting');

    await section.findByText('No delivery has this status.');
    section.getByRole('button', { name: 'Waiting', pressed: true });
  });

  it('are followed and loaded again up to the limit of the service', async () => {
    const others = Array.from({ length: 99 }, (_, index) => createDelivery(`d${index}`));
    const service = openWebhook({
      [deliveriesRequest]: page('d98', waiting, ...others),
      [`${deliveriesRequest}d98`]: page(null, createDelivery('d99')),
      [post('webhooks/wh_a/test')]: answer({ delivery_id: 'new' }),
    });
    await press('Show more deliveries', '101 deliveries shown.');
    const hundred = `${deliveriesRequest}&limit=100`;
    await expect.poll(() => service.requests.at(-1)).toBe(hundred);
    service.on(hundred, page('d98', createDelivery('new')));

    await press('Send a test event');

    await screen.findByRole('button', { name: 'Details of ev_new' });
  });

  it('name the day of a retry, unless it is today', () => {
    vi.setSystemTime(new Date(2026, 0, 30, 12));
    const [today, nextMonth] = [new Date(2026, 0, 30, 13), new Date(2026, 2, 30, 13)];
    const shown = [today, nextMonth].map((time) => formatTime(time.getTime()));
    vi.useRealTimers();

    expect(shown).toEqual([
      expect.stringMatching(/^1:00:00.PM$/),
      expect.stringMatching(/^Mar 30, 1:00:00.PM$/),
    ]);
  });

  it('are followed among all, because those of a filter change their status', async () => {
    const hundred = `${deliveriesRequest}&limit=100`;
    openWebhook({
      [deliveriesRequest]: page(null, createDelivery('newer'), waiting),
      [`${deliveriesRequest}&status=waiting`]: page(null, waiting),
      [hundred]: page(null, createDelivery('newer'), createDelivery('c')),
    });
    const { readDeliveries } = await findDeliveries();
    await press('Waiting');
    await expect.poll(readDeliveries).toEqual([expect.stringContaining('Waiting')]);
    await expect.poll(readDeliveries).toEqual([expect.stringContaining('Delivered')]);
  });

  it('are followed for 15 s, and again after each that is sent again', async () => {
    const service = openWebhook({
      [deliveriesRequest]: page(null, waiting),
      [`${deliveriesRequest}&limit=1`]: page(null, waiting),
      [`${deliveriesRequest}&limit=2`]: page(null, waiting),
      [post('webhooks/wh_a/deliveries/c/resend')]: answer({ delivery_id: 'c' }),
    });
    await press('Details of ev_c');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());

    for (const looks of [15, 30]) {
      await press(`Send again ev_c to ${url}`, 'The event is being sent again.');
      for (let second = 0; second < 20; second += 1) await vi.advanceTimersByTimeAsync(1000);
      expect(countLooks(service)).toBe(looks);
    }
  });
});
