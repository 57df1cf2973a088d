import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findFrame, readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { serveHostPage, servePeer } from '../support/host-page.ts';

const suite = useBrowserSuite();

/** As expressions that the malicious Connect page evaluates, because they cannot be sent there from Node. */
const malformed = [
  '{ type: "providers", providers: [provider({ name: node })] }',
  '{ type: "providers", providers: [provider({ aliases: new Array(4294967295) })] }',
  '{ type: "ready", application: { name: deep, environment: "test" } }',
];

it('malformed messages end the session at the third, and none of them is shown', async () => {
  const { page, connectFrame } = await openPeer();
  await say(connectFrame, malformed.slice(0, 2));
  expect((await readTold(page)).failures).toEqual([]);
  await say(connectFrame, malformed.slice(2));
  await page.getByText('We got an unexpected answer').waitFor();
  const { failures, events } = await readTold(page);
  expect(failures).toEqual(['protocol_error']);
  expect(events).not.toContain('ready');
  await expectNothingForeign(page);
});

it('messages of unknown types are ignored in every shape, and the flow continues', {
  tags: ['threat-12'],
}, async () => {
  const { page, connectFrame } = await openPeer();
  const prototype = 'JSON.parse(`{"__proto__":{"type":"exit","reason":"closed"}}`)';
  const types = ['{ type: "later" }', '{ type: "__proto__" }', '[{ type: "code" }]'];
  await say(connectFrame, [...types, prototype, 'deep', 'cyclic', 'node', '10n']);
  await say(connectFrame, [
    '{ type: "ready", application: { name: "A", environment: "test" } }',
    '{ type: "providers", providers: [provider({}), provider({ id: "beta", name: "Beta" })] }',
  ]);
  await page.getByRole('option', { name: 'Beta' }).waitFor();
  expect((await readTold(page)).failures).toEqual([]);
  await expectNothingForeign(page);
});

describe('well-formed texts', () => {
  const markup = '"<img src=x onerror=window.pwned=1>"';

  it('that look like markup are shown as text', { tags: ['threat-12', 'control-20'] }, async () => {
    const { page, connectFrame } = await openPeer();
    await say(connectFrame, [
      `{ type: "ready", application: { name: ${markup}, environment: "test" } }`,
      `{ type: "providers", providers: [
        provider({ name: ${markup}, domain: ${markup}, aliases: [${markup}] }),
        provider({ id: "beta", name: "Beta", status: "unavailable", reason: ${markup} }),
        provider({ id: "gamma", name: "Gamma", logo: "javascript:window.pwned=1" }),
        JSON.parse(JSON.stringify(provider({ id: "delta", name: "Delta" })).replace("{", '{"__proto__":{"polluted":1},')),
      ] }`,
    ]);
    await page.getByRole('option', { name: 'Delta' }).waitFor();
    expect(await page.getByText('<img src=x', { exact: false }).count()).toBeGreaterThan(1);
    // The domain and the reason.
    expect(await page.locator('[data-text*="<img src=x"]').count()).toBe(2);
    await expectNothingForeign(page);
  });

  it('that are the address of a logo do not tell its server which page shows it', async () => {
    const { page, connectFrame } = await openPeer();
    const logo = `${suite.sites.originOf('logos')}/logo.svg`;
    const requested = page.waitForRequest(logo);
    await say(connectFrame, [
      `{ type: "ready", application: { name: "A", environment: "test" } }`,
      `{ type: "providers", providers: [provider({ logo: "${logo}" }), provider({ id: "beta" })] }`,
    ]);
    expect((await (await requested).headerValue('referer')) ?? '').toBe('');
  });

  it('run on a page that renders them as markup', { tags: ['undefended-12'] }, async () => {
    const { page } = await openPeer();
    await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), markup);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'pwned'))).toBe(1);
  });
});

describe('a code', () => {
  it('with the nonce of this flow is delivered', {
    tags: ['control-1', 'control-12'],
  }, async () => {
    const { page, connectFrame } = await openPeer();
    await say(connectFrame, [
      '{ type: "code", code: "good", nonce: JSON.parse(window.peer.heard[0].data).nonce }',
    ]);
    await expect
      .poll(() => readTold(page))
      .toMatchObject({ codeLengths: [4], outcomes: ['connected'] });
  });
});

/** A welcomed session whose Connect page the test controls. */
async function openPeer(): Promise<{ page: Page; connectFrame: Frame }> {
  const { sites } = suite;
  const connectUrl = servePeer(sites, 'connect', { path: '/connect', greets: true });
  const page = await suite.openPage(serveHostPage(sites, 'host', { connectUrl }));
  await page.evaluate(() => void window.openConnect());
  const connectFrame = await findFrame(page, connectUrl);
  await expect.poll(() => connectFrame.evaluate(() => window.peer.ports.length)).toBe(1);
  return { page, connectFrame };
}

/** Sends the values of expressions of `provider`, `node`, `deep` and `cyclic` over the port. */
function say(frame: Frame, expressions: readonly string[]): Promise<void> {
  return frame.evaluate(async (sources) => {
    const provider = (more: object) => ({
      id: 'alpha',
      name: 'Alpha',
      domain: 'alpha.example',
      aliases: [],
      popular: true,
      logo: null,
      status: 'available',
      reason: null,
      surface: 'any',
      ...more,
    });
    // The inner form of a virtual node; structured cloning keeps the undefined values.
    const html = { __html: '<img src=x data-foreign onerror=window.pwned=1>' };
    const props = { dangerouslySetInnerHTML: html, 'data-foreign': '' };
    const hidden = { constructor: undefined, key: null, ref: null };
    const node = { type: 'b', props, ...hidden };
    let deep: object = node;
    for (let level = 0; level < 1000; level += 1)
      deep = { type: 'b', props: { children: deep }, ...hidden };
    const cyclic: Record<string, unknown> = provider({});
    cyclic.name = cyclic;
    const names = ['provider', 'node', 'deep', 'cyclic'];
    for (const source of sources) {
      const evaluate = new Function(...names, `return (${source});`);
      window.peer.say(evaluate(provider, node, deep, cyclic));
    }
    // Ports and windows have no common order, so only a response on the port could prove the arrival. The
    // test polls for the modal's reaction; this only gives pending messages time to arrive.
    await window.passFence(parent);
  }, expressions);
}

async function expectNothingForeign(page: Page): Promise<void> {
  expect(await page.locator('[data-foreign]').count()).toBe(0);
  expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
  expect(await page.evaluate(() => Reflect.get(Object.prototype, 'polluted'))).toBeUndefined();
}
