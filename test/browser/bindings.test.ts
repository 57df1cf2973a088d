import { describe, expect, it } from 'vitest';
import type { Content } from '../support/bindings/apps/frameworks-app.ts';
import { type BrowserBench, createBrowserBench } from '../support/bindings/browser-bench.ts';
import { type BindingName, buildApp } from '../support/bindings/build-app.ts';
import { describeContract, openBy } from '../support/bindings/contract.ts';
import { useBrowserSuite } from '../support/browser-suite.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';

const suite = useBrowserSuite();

/** Each application is built once. */
const apps = new Map<BindingName, Promise<string>>();

async function openBench(name: BindingName): Promise<BrowserBench> {
  const app = apps.get(name) ?? buildApp(name);
  apps.set(name, app);
  const { sites, context } = suite;
  const connectUrl = serveBridgePage(sites, 'connect');
  sites.serve('host', '/app.js', { body: await app, type: 'text/javascript' });
  const imports = JSON.stringify({ imports: { 'tax-connect': '/dist/index.js' } });
  const url = serveHostPage(sites, 'host', {
    connectUrl,
    sdk: 'module',
    head: `<script type="importmap">${imports}</script>`,
    body: `<script type="module">window.connectUrl = '${connectUrl}'; await import('/app.js'); document.body.dataset.isReady = 'yes';</script>`,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  await page.goto(url);
  await page.locator('body[data-is-ready]').waitFor();
  return createBrowserBench({ page, connectUrl, problems, hasSignal: name !== 'element' });
}

// The unit tests have every binding and every sentence, without a browser.
describeContract(
  openBench,
  byExtent(['react-19'], ['react-19', 'react-18', 'vue', 'svelte', 'element']),
  byExtent<string[] | undefined>(
    [
      'calls the callbacks of the last render',
      'closes when it is unmounted while open, and keeps nothing',
      'leaves the session of another component open',
    ],
    undefined,
  ),
);

/** Calls a function that only one application has. */
function callExtra({ page }: BrowserBench, name: string): Promise<unknown> {
  return page.evaluate((extra) => window.app.extras?.[extra]?.(), name);
}

describe.each<BindingName>(byExtent(['react-19'], ['react-19', 'react-18', 'vue']))(
  'hydration by %s',
  (name) => {
    it('hydrates server-rendered markup without a warning, and opens', async () => {
      const bench = await openBench(name);
      expect(await callExtra(bench, 'hydrate')).toContain('aria-haspopup="dialog"');
      expect(bench.problems).toEqual([]);
      await openBy(bench, 'button');
      await bench.page.getByRole('button', { name: 'Close', exact: true }).click();
      await openBy(bench, 'first');
      expect(bench.problems).toEqual([]);
    });
  },
);

describe.each<BindingName>(
  byExtent(['react-19'], ['react-19', 'react-18', 'vue', 'svelte', 'element']),
)('the listeners of %s', (name) => {
  it('are at the window from its mount to its unmount', async () => {
    const bench = await openBench(name);
    const cdp = await suite.context.newCDPSession(bench.page);
    const listTypes = async () => {
      const { result } = await cdp.send('Runtime.evaluate', { expression: 'window' });
      const { objectId = '' } = result;
      const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId });
      return listeners.map(({ type }) => type).sort();
    };
    const before = await listTypes();
    await bench.render({ first: 'one' });
    await expect.poll(listTypes).toEqual(expect.arrayContaining(['blur', 'pointerdown', 'wheel']));
    await bench.render({});
    await expect.poll(listTypes).toEqual(before);
  });
});

it.runIf(isLongRun)('KeepAlive of Vue keeps the session of a deactivated component', async () => {
  const bench = await openBench('vue');
  await callExtra(bench, 'activate');
  await openBy(bench, 'first');
  await callExtra(bench, 'deactivate');
  await expect.poll(() => bench.page.locator('#first').count()).toBe(0);
  await bench.page.getByRole('option', { name: 'Alpha' }).click();
  await callExtra(bench, 'activate');
  const state = () => bench.page.evaluate(() => window.app.readState('first'));
  await expect.poll(state).toMatchObject({ isOpen: true, step: 'login' });
  expect(bench.problems).toEqual([]);
});

describe('<tax-connect-button>', () => {
  const first = 'tax-connect-button[data-name=first]';

  it.each(byExtent(['react'], ['react', 'vue', 'preact', 'script']))(
    'leaves its content to %s, which changes it, and keeps the focus',
    async (framework) => {
      const bench = await openBench('frameworks');
      const { page } = bench;
      const render = (content: Content) =>
        page.evaluate(([name, values]) => window.app.extras?.[name]?.(values), [
          framework,
          content,
        ] as const);
      const button = page.locator('main').getByRole('button');
      await render({ text: 'Connect' });
      await button.focus();
      for (const content of [
        { text: 'Connecting', inside: 'span' },
        { text: 'Connected' },
        { text: 'Connect again' },
      ] as const) {
        await render(content);
        const { text: name } = content;
        await page.locator('main').getByRole('button', { name, exact: true }).waitFor();
        expect(await page.locator('main').textContent()).toBe(content.text);
        expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true);
      }
      // The page's own button takes the place of the element's, and leaves it again.
      await render({ text: 'Own', inside: 'button' });
      await expect.poll(() => button.count()).toBe(1);
      await render({ text: 'Connect', inside: 'span' });
      await page.locator('main').getByText('Connect').click();
      await page.getByRole('option', { name: 'Alpha' }).waitFor();
      expect(bench.problems).toEqual([]);
    },
  );

  it('has a button that the page styles, which says that it opens a dialog', async () => {
    const bench = await openBench('element');
    await bench.page.addStyleTag({
      content: 'tax-connect-button::part(button) { background: rgb(0, 90, 40) }',
    });
    await bench.render({ first: 'one' });
    const button = bench.page.getByRole('button', { name: 'first' });
    expect(await button.getAttribute('aria-haspopup')).toBe('dialog');
    const color = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await color()).toBe('rgb(0, 90, 40)');
    await bench.page.locator(first).evaluate((element) => element.focus());
    await bench.page.keyboard.press('Enter');
    await bench.page.getByRole('option', { name: 'Alpha' }).waitFor();
  });
});
