import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { useFlowSuite } from '../support/flow-suite.ts';

/* Libraries that fetch links, and a link that starts the redirect flow. */

const suite = useFlowSuite();
const require = createRequire(import.meta.url);

interface Library {
  /** Its row on the page "Redirect flow". */
  readonly row: string;
  readonly name: string;
  readonly script: string;
  /** The user's action that makes the library fetch the link. */
  readonly fetches: 'hover' | 'click';
}

const boosted = 'htmx with `hx-boost`';
const libraries: readonly Library[] = [
  { name: 'Turbo 8', row: 'Turbo', script: '@hotwired/turbo', fetches: 'hover' },
  { name: 'htmx 4', row: boosted, script: 'htmx.org', fetches: 'click' },
  { name: 'htmx 2', row: boosted, script: 'htmx-2/dist/htmx.js', fetches: 'click' },
];

/** The link of the documentation, word for word. */
function readLink({ row }: Library): string {
  const text = readFileSync('demo/docs/redirect-flow.md', 'utf8');
  const line = text.split('\n').find((each) => each.startsWith(`| ${row} `)) ?? '';
  return /`(<a [^`]+>)`/.exec(line)?.[1] ?? '';
}

/** Opens a page of the application with a link to its start. */
async function openShop(library: Library | undefined, link: string): Promise<Page> {
  const { page } = suite;
  const script = library ? readFileSync(require.resolve(library.script), 'utf8') : '';
  const body = `<!doctype html><html lang="en"><head><title>Shop</title>
    <script>${script}</script></head>
    <body hx-boost:inherited="true" hx-boost="true"><h1>Shop</h1>${link}Connect</a></body></html>`;
  await page.route(`${suite.world.appUrl}/shop`, (route) =>
    route.fulfill({ body, contentType: 'text/html' }),
  );
  // The application's own session.
  await page.goto(suite.world.appUrl);
  await page.goto(`${suite.world.appUrl}/shop`);
  return page;
}

/** Each flow has a cookie. */
async function countFlows(): Promise<number> {
  const cookies = await suite.context.cookies(suite.world.appUrl);
  return cookies.filter(({ name }) => name.includes('_flow_')).length;
}

const isStart = (url: string) => new URL(url).pathname === '/connect/start';

describe.each(byExtent(libraries.slice(0, 1), libraries))('a start link under $name', (library) => {
  it('makes nothing when the library fetches it', async () => {
    const page = await openShop(library, '<a href="/connect/start">');
    const answer = page.waitForResponse((response) => isStart(response.url()));
    await page.getByRole('link')[library.fetches]();
    expect((await answer).status()).toBe(403);
    expect(await countFlows()).toBe(0);
  });

  it('leads to Connect with the attribute of the documentation', async () => {
    const page = await openShop(library, readLink(library));
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (isStart(request.url()) && !request.isNavigationRequest()) fetched.push(request.url());
    });
    await page.getByRole('link').hover();
    await page.getByRole('link').click();
    await page.waitForURL(`${suite.world.connectUrl}/**`);
    expect(fetched).toEqual([]);
    expect(await countFlows()).toBe(1);
  });
});

it('a start link that the page prefetches makes nothing', async () => {
  const page = await openShop(undefined, '<a href="/connect/start">');
  const answer = page.waitForResponse((response) => isStart(response.url()));
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('link'), { rel: 'prefetch' });
    link.href = '/connect/start';
    document.head.append(link);
  });
  expect((await answer).status()).toBe(403);
  expect(await countFlows()).toBe(0);
});
