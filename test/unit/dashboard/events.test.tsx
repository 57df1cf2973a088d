// @vitest-environment happy-dom
import { screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Delivery, Webhook } from '../../../src/connect/shapes/dashboard-answers.ts';
import {
  answer,
  createDelivery,
  createWebhook,
  fill,
  openDashboard,
  press,
  readField,
  readFocus,
  refuse,
  webhooksRequest,
} from './open-dashboard.tsx';

const path = '/dashboard/applications/test_shop/events';
const base = 'applications/test_shop/webhooks';
const url = 'https://shop.example/wh_a';
const deliveriesRequest = `GET ${base}/wh_a/deliveries?after=`;

const list = (...webhooks: readonly Webhook[]) => answer({ webhooks });
const page = (next: string | null, ...deliveries: readonly Delivery[]) =>
  answer({ deliveries, next });
const oneWebhook = { [webhooksRequest]: list(createWebhook('wh_a')) };

const findWebhooks = async () => await screen.findByRole('list', { name: 'Webhooks' });
const findDeliveries = async () =>
  within(await screen.findByRole('region', { name: 'Deliveries' }));

describe('the webhooks of an application', () => {
  it('are none at first, which says what there is instead', async () => {
    openDashboard(path);

    await screen.findByText(/^No webhook yet\./);

    const link = screen.getByRole('link', { name: 'About events and webhooks' });
    expect(link.getAttribute('href')).toBe('/docs/webhooks');
    expect(screen.queryByRole('list', { name: 'Webhooks' })).toBeNull();
  });

  it('say in plain words whether they work', async () => {
    openDashboard(path, {
      [webhooksRequest]: list(
        createWebhook('wh_a', { old_secret_until: 86_400_000 }),
        createWebhook('wh_b', { types: ['session.finished'], failing_since: 86_400_000 }),
        createWebhook('wh_c', { enabled: false, off_since: 86_400_000, off_reason: 'gone' }),
        createWebhook('wh_d', { enabled: false, off_since: 86_400_000, off_reason: 'failing' }),
      ),
    });
    const rows = within(await findWebhooks()).getAllByRole('listitem');
    const [on, failing, gone, hopeless] = rows.map(({ textContent }) => textContent);

    expect(on).toMatch(
      /^On https:\/\/shop\.example\/wh_aAll events\. Added Jan 1, 1970.*old secret/,
    );
    expect(failing).toMatch(/^Failing.*session\.finished\..*No success since Jan 2, 1970/);
    expect(gone).toMatch(/^Off.*Off since Jan 2, 1970.*answered 410 Gone/);
    expect(hopeless).toMatch(/^Off.*failed for three days/);
  });

  it('get a new one, whose secret is shown once', async () => {
    const service = openDashboard(path, {
      [`POST ${base}/add`]: answer({ webhook_id: 'wh_a', secret: 'whsec_new' }),
    });
    await press('session.finished');
    await fill('Address of a new webhook', ` ${url} `);
    service.on(webhooksRequest, list(createWebhook('wh_a', { types: ['session.finished'] })));

    await press('Add webhook');

    await findWebhooks();
    const note = screen.getByTestId('webhook-secret').textContent;
    await expect.poll(readFocus).toContain('Copy the signing secret now.');
    await press('I have stored it');
    expect(service.changes).toEqual([[`${base}/add`, { url, types: ['session.finished'] }]]);
    expect(note).toBe('whsec_new');
    expect(screen.queryByTestId('webhook-secret')).toBeNull();
    expect(readField('Address of a new webhook')).toBe('');
  });

  it('get all events when no type is chosen, and say why an address is refused', async () => {
    const service = openDashboard(path, {
      [`POST ${base}/add`]: refuse(400, 'url must be a public address.'),
    });
    await fill('Address of a new webhook', 'https://10.0.0.1/');

    await press('Add webhook');

    await screen.findByText('url must be a public address.');
    expect(service.changes).toEqual([[`${base}/add`, { url: 'https://10.0.0.1/', types: 'all' }]]);
    expect(readField('Address of a new webhook')).toBe('https://10.0.0.1/');
  });
});

describe('a webhook', () => {
  it('is switched off and on', async () => {
    const service = openDashboard(path, {
      ...oneWebhook,
      [`POST ${base}/wh_a/switch`]: answer({ webhook_id: 'wh_a', enabled: false }),
    });
    await findWebhooks();
    const off = { enabled: false, off_since: 1, off_reason: 'operator' } as const;
    service.on(webhooksRequest, list(createWebhook('wh_a', off)));

    await press(`Switch off ${url}`);

    await screen.findByText('The webhook is off.');
    await press(`Switch on ${url}`);
    expect(service.changes).toEqual([
      [`${base}/wh_a/switch`, { enabled: false }],
      [`${base}/wh_a/switch`, { enabled: true }],
    ]);
    expect(screen.queryByRole('button', { name: `Send a test event to ${url}` })).toBeNull();
  });

  it('gets a new secret after a question', async () => {
    openDashboard(path, {
      ...oneWebhook,
      [`POST ${base}/wh_a/rotate`]: answer({
        webhook_id: 'wh_a',
        secret: 'whsec_next',
        old_secret_until: 2,
      }),
    });
    await press(`Rotate secret of ${url}`);
    await screen.findByRole('group', { name: /signed with both/ });

    await press('Rotate it now');

    expect((await screen.findByTestId('webhook-secret')).textContent).toBe('whsec_next');
  });

  it('is removed after a question', async () => {
    const service = openDashboard(path, {
      ...oneWebhook,
      [`POST ${base}/wh_a/remove`]: answer({ removed: 'wh_a' }),
    });
    await press(`Remove ${url}`);
    service.on(webhooksRequest, list());

    await press('Remove it now');

    await screen.findByText(/^No webhook yet\./);
    await expect.poll(readFocus).toBe('Webhooks');
    expect(service.changes).toEqual([[`${base}/wh_a/remove`, {}]]);
  });

  it('gets a test event, which is shown among its deliveries', async () => {
    const service = openDashboard(path, {
      ...oneWebhook,
      [`POST ${base}/wh_a/test`]: answer({ delivery_id: 'a' }),
      [deliveriesRequest]: page(
        null,
        createDelivery('a', { type: 'webhook.test', status: 'waiting', tries: [] }),
      ),
    });

    await press(`Send a test event to ${url}`);

    const deliveries = await findDeliveries();
    expect(deliveries.getByRole('listitem').textContent).toMatch(/^Waiting webhook\.test/);
    await expect.poll(readFocus).toBe('Deliveries');
    expect(service.changes).toEqual([[`${base}/wh_a/test`, {}]]);
  });
});

describe('the deliveries of a webhook', () => {
  const failed = createDelivery('b', {
    status: 'failed',
    tries: [
      { at: 2, ms: 10_000, status: null, problem: 'timeout' },
      { at: 3, ms: 5, status: 410, problem: null },
    ],
  });

  it('are none at first', async () => {
    openDashboard(path, { ...oneWebhook, [deliveriesRequest]: page(null) });

    await press(`Deliveries to ${url}`);

    (await findDeliveries()).getByText('Nothing has been sent yet.');
  });

  it('show the tries and the event of each', async () => {
    openDashboard(path, { ...oneWebhook, [deliveriesRequest]: page(null, failed) });
    await press(`Deliveries to ${url}`);
    const deliveries = await findDeliveries();
    const tries = deliveries.getByRole('table', { name: 'Tries of ev_b', hidden: true });

    expect(deliveries.getByText(/2 tries of/).tagName).toBe('SUMMARY');
    expect(tries.textContent).toMatch(/No response within 10 s10,000 ms.*4105 ms/);
    deliveries.getByText('{"id":"ev_b"}');
  });

  it('are shown by status, and page by page', async () => {
    openDashboard(path, {
      ...oneWebhook,
      [deliveriesRequest]: page('a', createDelivery('a')),
      [`${deliveriesRequest}a`]: page(null, failed),
      [`${deliveriesRequest}&status=failed`]: page(null, failed),
      [`${deliveriesRequest}&status=waiting`]: page(null),
    });
    await press(`Deliveries to ${url}`);
    const deliveries = await findDeliveries();

    await press('Show more deliveries');
    await screen.findByText('2 deliveries shown.');
    await press('Failed');
    await screen.findByText('1 delivery shown.');
    const only = deliveries.getByRole('listitem').textContent;
    await press('Waiting');

    await deliveries.findByText('No delivery has this status.');
    expect(only).toContain('Failed');
  });

  it('are sent again, unless the webhook is off', async () => {
    const service = openDashboard(path, {
      ...oneWebhook,
      [deliveriesRequest]: page(null, failed),
      [`POST ${base}/wh_a/deliveries/b/resend`]: answer({ delivery_id: 'b' }),
      [`POST ${base}/wh_a/switch`]: answer({ webhook_id: 'wh_a', enabled: false }),
    });
    await press(`Deliveries to ${url}`);

    await press('Send again ev_b');

    await screen.findByText('The event is being sent again.');
    const off = { enabled: false, off_since: 1, off_reason: 'operator' } as const;
    service.on(webhooksRequest, list(createWebhook('wh_a', off)));
    await press(`Switch off ${url}`);
    await screen.findByText('The webhook is off.');
    await screen.findByRole('button', { name: `Switch on ${url}` });
    expect(service.changes[0]).toEqual([`${base}/wh_a/deliveries/b/resend`, {}]);
    expect(screen.queryByRole('button', { name: 'Send again ev_b' })).toBeNull();
  });
});
