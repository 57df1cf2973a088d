import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driveWindow } from '../support/drive-window.ts';
import { byExtent, triesThreats } from '../support/extent.ts';
import { usePopupSuite } from '../support/popup-suite.ts';

/**
 * Session fixation: an attacker starts a flow without a browser, and knows everything that a modal would
 * show. A victim opens the address of the attacker's window, logs in and consents. The code, and with it the
 * account, would be the attacker's.
 */
const suite = usePopupSuite();

let victim: BrowserContext;
let handoff: string;
let flow: Flow;

/** The attacker's flow, bound to the host, which waits for a window. */
interface Flow {
  /** @returns what the attacker gets of a person who has allowed access */
  collect(): Promise<unknown>;
  close(): void;
}

beforeEach(async () => {
  handoff = randomBytes(32).toString('base64url');
  flow = await startFlow();
  victim = (await suite.context.browser()?.newContext()) as BrowserContext;
});

afterEach(async () => {
  flow.close();
  await victim.close();
});

async function startFlow(): Promise<Flow> {
  const { application, baseUrl, connectUrl } = suite.world;
  const page = await fetch(`${baseUrl}/connect?client_id=${application.client_id}`);
  const [, token] = /"flow_token":"(.*?)"/.exec(await page.text()) ?? [];
  const stop = new AbortController();
  const send = (step: string, fields: object = {}) =>
    fetch(`${baseUrl}/connect/flow/${step}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: connectUrl },
      body: JSON.stringify({ flow_token: token, ...fields }),
      signal: stop.signal,
    });
  const origin = suite.sites.originOf('host');
  const started = await send('start', { origin, nonce: 'n'.repeat(43), state: null });
  const waiting = await send('handoff', { handoff, provider_id: null });
  expect([started.status, waiting.status, (await send('events')).status]).toEqual([200, 200, 200]);
  return {
    collect: async () => ((await (await send('code')).json()) as { code?: string }).code,
    close: () => stop.abort(),
  };
}

const address = () =>
  `${suite.world.connectUrl}/connect?client_id=${suite.world.application.client_id}#handoff=${handoff}`;

/** The victim opens a page of a site, with the attacker's markup, and presses what is there to press. */
async function follow(site: string, markup: (address: string) => string): Promise<Page> {
  const body = markup(address());
  suite.sites.serve(site, '/post', { body });
  const page = await victim.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${suite.sites.originOf(site)}/post`);
  if (body.includes('<meta')) return page;
  const [opened] = await Promise.all([
    body.includes('_blank') ? victim.waitForEvent('page') : page,
    page.getByText('Look here').click(),
  ]);
  opened.setDefaultTimeout(20_000);
  return opened;
}

const link = (attributes: string) => (to: string) => `<a href="${to}" ${attributes}>Look here</a>`;
const refresh = (to: string) => `<meta http-equiv="refresh" content="0;url=${to}">`;

describe('the address of another person’s window', () => {
  it.each(
    byExtent(
      [
        ['evil', 'a link', link('')],
        ['host', 'a link', link('')],
        ['host', 'a page that leaves by itself', refresh],
      ],
      [
        ['evil', 'a link', link('')],
        ['evil', 'a link that opens a window', link('target="_blank"')],
        ['evil', 'a link that hides its origin', link('referrerpolicy="no-referrer"')],
        ['evil', 'a window that keeps its opener', link('target="_blank" rel="opener"')],
        ['host', 'a link', link('')],
        ['host', 'a link that claims more than an origin', link('referrerpolicy="unsafe-url"')],
        ['host', 'a window that keeps its opener', link('target="_blank" rel="opener"')],
        ['host', 'a page that leaves by itself', refresh],
      ],
    ),
  )('leads into no flow from the site %s by %s', async (site, _, markup) => {
    const page = await follow(site, markup);
    // A window closes by itself, unless it has an opener.
    await Promise.race([
      page.getByText('Open this page from an application').waitFor(),
      page.waitForEvent('close'),
    ]);
    expect(await flow.collect()).toBeUndefined();
  });

  it.runIf(triesThreats)(
    'would lead into the flow if the service did not tell forms of the host from links',
    async () => {
      // The control, and the limit of the defence: people can publish forms on the host.
      const form = (to: string) => `<form method="post" action="${to}"><button>Look here</button>`;
      const page = await follow('host', form);
      await driveWindow(page).pick(/^Sandbox/);
      await suite.finishIn(page);
      await expect.poll(() => flow.collect()).toMatch(/^[\da-f]{64}$/);
    },
  );
});
