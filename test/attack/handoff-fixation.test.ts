import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { driveWindow } from '../support/drive-window.ts';
import { byExtent, triesThreats } from '../support/extent.ts';
import { usePopupSuite } from '../support/popup-suite.ts';

/**
 * Session fixation: an attacker starts a flow without a browser, and knows everything that a modal would
 * show. A victim opens the address of the attacker's window, logs in and consents. The code, and with it the
 * account, would be the attacker's.
 */
const suite = usePopupSuite({ browser: {}, trustedProxies: { kind: 'hops', count: 1 } });

let victim: BrowserContext;
let handoff: string;
let flow: Awaited<ReturnType<typeof startFlow>>;

beforeEach(async () => {
  handoff = randomBytes(32).toString('base64url');
  flow = await startFlow();
});

afterEach(async () => {
  flow.close();
  await victim.close();
});

/** The attacker's flow, bound to the host, which waits for a window. */
async function startFlow() {
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
  const events = await send('events');
  expect([started.status, waiting.status, events.status]).toEqual([200, 200, 200]);
  const heard: string[] = [];
  void read(events, heard);
  return {
    /** Every event that the attacker has heard. */
    heard,
    /** @returns the result that the attacker gets when a person has allowed access */
    collect: async () => ((await (await send('code')).json()) as { code?: string }).code,
    close: () => stop.abort(),
  };
}

/** Ends with the stream, or when the test aborts it. */
async function read({ body }: Response, heard: string[]): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      heard.push(part.value);
    }
  } catch {
    // Aborted.
  }
}

const address = () =>
  `${suite.world.connectUrl}/connect?client_id=${suite.world.application.client_id}#handoff=${handoff}`;

/** The victim opens a page of a site with the attacker's markup, and presses the button there. */
async function follow(
  site: string,
  markup: (address: string) => string,
  network: 'same' | 'other' = 'other',
): Promise<Page> {
  const headers = network === 'other' ? { 'X-Forwarded-For': '198.51.100.1' } : {};
  const browser = suite.context.browser();
  if (!browser) throw new Error('The browser is there.');
  victim = await browser.newContext({ extraHTTPHeaders: headers });
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

/** The ways in which a page leads its visitor to an address. */
type Way = readonly [title: string, markup: (to: string) => string];

const onOtherSites: readonly Way[] = [
  ['a link', link('')],
  ['a link that opens a window', link('target="_blank"')],
  ['a link that claims more than an origin', link('referrerpolicy="unsafe-url"')],
];
const onHost: readonly Way[] = [
  ['a page that leaves by itself', refresh],
  ...onOtherSites,
  ['a link that hides its origin', link('referrerpolicy="no-referrer"')],
];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A person presses what they see, a moment later. */
async function press(page: Page, name: string): Promise<void> {
  await button(page, name).waitFor();
  await page.waitForTimeout(700);
  await page.mouse.move(3, 3);
  await page.mouse.move(9, 9);
  await button(page, name).click();
}

describe('the address of another person’s popup', () => {
  it.each(onOtherSites.slice(0, byExtent(1, onOtherSites.length)))(
    'leads into no flow by %s on another site',
    { tags: ['threat-15'] },
    async (_, markup) => {
      const page = await follow('evil', markup);
      await page.getByText('Open this page from an application').waitFor();
      expect(await page.getByRole('option').count()).toBe(0);
      await expect.poll(() => flow.heard.join('')).toContain('refused');
      expect(await flow.collect()).toBeUndefined();
    },
  );

  it.each(onHost.slice(0, byExtent(1, onHost.length)))(
    'leads no further than to a question, by %s on the host',
    { tags: ['threat-51'] },
    async (_, markup) => {
      const page = await follow('host', markup);
      await page.getByText(fill(en.question.title, { application: 'Tally' })).waitFor();
      await page.getByText(new URL(suite.sites.originOf('host')).host).waitFor();
      // Without the number of the modal, which only the attacker sees, there is no way on.
      await press(page, en.question.confirm);
      await page.getByText(en.question.numberMissing).waitFor();
      for (const number of ['', '0', '1']) {
        await page.getByLabel(en.question.number).fill(`x${number}`);
        await Promise.all([
          page.waitForResponse((response) => response.url().endsWith('/connect/flow/join')),
          press(page, en.question.confirm),
        ]);
      }
      await page.getByText('Open this page from an application').waitFor();
      await expect.poll(() => flow.heard.join('')).toContain('refused');
      expect(await flow.collect()).toBeUndefined();
    },
  );

  it.runIf(triesThreats)(
    'would lead into the flow if the service did not ask for the number',
    { tags: ['undefended-15', 'undefended-51'] },
    async () => {
      // The control, and the limit of the defence: the same network, and a person who says yes.
      const page = await follow('host', link(''), 'same');
      await driveWindow(page).pick(/^Sandbox/);
      await suite.finishIn(page);
      await expect.poll(() => flow.collect()).toMatch(/^[\da-f]{64}$/);
    },
  );
});
