import type { Frame, Page } from 'playwright-core';
import type * as PageKit from 'tax-connect/page';
import { describe, expect, it } from 'vitest';
import { findFrame, readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { serveHostPage, servePeer } from '../support/host-page.ts';

const suite = useBrowserSuite();

/**
 * Malformed values of known types, as expressions that the malicious Connect page evaluates. Most of them
 * cannot be sent there from Node. The page defines `provider`, `node` and `deep`.
 */
const malformed: [string, string][] = [
  ['a virtual node as the name', '{ type: "providers", providers: [provider({ name: node })] }'],
  [
    'a virtual node as the domain',
    '{ type: "providers", providers: [provider({ domain: node })] }',
  ],
  [
    'a virtual node as the reason',
    '{ type: "providers", providers: [provider({ reason: node })] }',
  ],
  [
    'a virtual node as an alias',
    '{ type: "providers", providers: [provider({ aliases: [node] })] }',
  ],
  ['a virtual node as the logo', '{ type: "providers", providers: [provider({ logo: node })] }'],
  ['a virtual node as the application', '{ type: "ready", application: node }'],
  [
    'a virtual node as its name',
    '{ type: "ready", application: { name: node, environment: "test" } }',
  ],
  [
    'virtual nodes in an array',
    '{ type: "ready", application: { name: [node], environment: "test" } }',
  ],
  ['aliases with holes', '{ type: "providers", providers: [provider({ aliases: new Array(3) })] }'],
  [
    'four thousand million aliases',
    '{ type: "providers", providers: [provider({ aliases: new Array(4294967295) })] }',
  ],
  ['a list with holes', '{ type: "providers", providers: new Array(3) }'],
  [
    '5,001 providers',
    '{ type: "providers", providers: Array.from({ length: 5001 }, () => provider({})) }',
  ],
  ['an object as the list', '{ type: "providers", providers: { length: 1, 0: provider({}) } }'],
  [
    'a map as a provider',
    '{ type: "providers", providers: [new Map(Object.entries(provider({})))] }',
  ],
  [
    'a provider by its __proto__',
    '{ type: "providers", providers: [JSON.parse(\'{"__proto__":\' + JSON.stringify(provider({})) + "}")] }',
  ],
  ['a provider in itself', '{ type: "providers", providers: [cyclic] }'],
  ['a name a thousand levels deep', '{ type: "providers", providers: [provider({ name: deep })] }'],
  ['a name of 10 MB', '{ type: "providers", providers: [provider({ name: "x".repeat(1e7) })] }'],
  ['an empty id', '{ type: "providers", providers: [provider({ id: "" })] }'],
  ['another environment', '{ type: "ready", application: { name: "A", environment: "prod" } }'],
  ['another step', '{ type: "step", step: "finishing" }'],
  ['another reason', '{ type: "exit", reason: "aborted" }'],
  ['a height that is not a number', '{ type: "resize", height: NaN }'],
  ['a height without end', '{ type: "resize", height: Infinity }'],
  ['a height as a big integer', '{ type: "resize", height: 10n }'],
  ['a code with a line break', '{ type: "code", code: "a\\nb", nonce: "" }'],
  ['a code in an array', '{ type: "code", code: ["code"], nonce: "" }'],
  ['a code too long', '{ type: "code", code: "x".repeat(513), nonce: "" }'],
  [
    'an error that is not the page’s to report',
    '{ type: "error", code: "callback_failed", message: "", retryable: true }',
  ],
  [
    'an error with an object as its message',
    '{ type: "error", code: "server_error", message: node, retryable: true }',
  ],
];

/** The third one ends a session, so each of the three has to count. */
const groups = malformed.flatMap((_, index) =>
  index % 3 === 0 ? [malformed.slice(index, index + 3)] : [],
);

describe('malformed messages', () => {
  it.each(groups.map((group) => [group.map(([name]) => name).join('; '), group] as const))(
    'end the session at the third, and none of them is shown: %s',
    async (_, [first = ['', ''], second = first, third = first]) => {
      const { page, connectFrame } = await openPeer();
      await say(connectFrame, [first[1], second[1]]);
      expect((await readTold(page)).failures).toEqual([]);
      await say(connectFrame, [third[1]]);
      await page.getByText('We got an unexpected answer').waitFor();
      const { failures, events } = await readTold(page);
      expect(failures).toEqual(['protocol_error']);
      expect(events).not.toContain('ready');
      await expectNothingForeign(page);
    },
  );

  it('break the selector where nothing checks them', async () => {
    const page = await suite.openPage(servePeer(suite.sites, 'host'));
    const content = "import * as kit from '/dist/page.js'; Object.assign(window, { kit });";
    await page.addScriptTag({ type: 'module', content });
    const draw = page.evaluate(() => {
      const { mountProviderSelector } = Reflect.get(window, 'kit') as typeof PageKit;
      const provider = {
        id: 'alpha',
        // The inner form of a virtual node, as `say` sends it.
        name: { type: 'b', props: { 'data-foreign': '' }, constructor: undefined },
        domain: 'alpha.example',
        aliases: [],
        status: 'available',
      };
      mountProviderSelector(document.body.appendChild(document.createElement('div')), {
        providers: [provider as never],
        locale: 'en',
        theme: 'light',
        onSelect() {},
      });
    });
    await expect(draw).rejects.toThrow(/TypeError/);
  });
});

describe('messages of unknown types', () => {
  it('are ignored in every shape, and the flow continues', { tags: ['threat-12'] }, async () => {
    const { page, connectFrame } = await openPeer();
    const values = [
      ...[
        'null',
        '0',
        '"hello"',
        '[]',
        '[{ type: "code" }]',
        'new Date()',
        'new Map()',
        '/x/',
        '10n',
      ],
      ...[
        '{}',
        '{ type: null }',
        '{ type: ["code"] }',
        '{ type: "later" }',
        '{ type: "constructor" }',
      ],
      ...[
        '{ type: "__proto__" }',
        '{ type: "toString" }',
        '{ type: "hasOwnProperty" }',
        'deep',
        'cyclic',
      ],
      ...[
        'JSON.parse(`{"__proto__":{"type":"exit","reason":"closed"}}`)',
        'new Error("x")',
        'node',
      ],
    ];
    await say(connectFrame, values);
    await say(connectFrame, ['{ type: "ready", application: { name: "A", environment: "test" } }']);
    await say(connectFrame, [
      '{ type: "providers", providers: [provider({}), provider({ id: "beta", name: "Beta" })] }',
    ]);
    await page.getByRole('option', { name: 'Beta' }).waitFor();
    expect((await readTold(page)).failures).toEqual([]);
    await expectNothingForeign(page);
  });
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
  it('with the nonce of another flow ends the session, and is not delivered', async () => {
    const { page, connectFrame } = await openPeer();
    await say(connectFrame, ['{ type: "code", code: "stolen", nonce: "n".repeat(43) }']);
    await page.getByText('We got an unexpected answer').waitFor();
    expect(await readTold(page)).toMatchObject({ failures: ['protocol_error'], codeLengths: [] });
  });

  it('with the nonce of this flow is delivered', { tags: ['control-12'] }, async () => {
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

/**
 * Sends the values of the expressions over the session's port.
 *
 * @param frame - the malicious Connect page
 * @param expressions - see `malformed`
 */
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
