import type { Frame, Page } from 'playwright-core';
import type { Bridge, createBridge as CreateBridge, Provider } from 'tax-connect/page';
import {
  ledgerly,
  longNames,
  thousandProviders,
  twelveProviders,
} from '../../../src/connect/gallery/providers.ts';
import { type Sites, startSites } from '../../support/host-page.ts';

/** A state of the selector in a host's page. */
interface InPageState {
  readonly providers?: readonly Provider[];
  /** The actions of the Connect page, in the place of a list. */
  readonly trouble?: 'silent' | 'refused' | 'offline' | 'framed';
  readonly search?: string;
  /** Shown before the list is asked for. */
  readonly isIdle?: true;
}

/** The states, by the ID of their pictures. */
export const inPageStates: Readonly<Record<string, InPageState>> = {
  'in-page-idle': { isIdle: true },
  'in-page-list': { providers: twelveProviders },
  'in-page-thousand': { providers: thousandProviders },
  'in-page-long': { providers: longNames },
  'in-page-one': { providers: [ledgerly] },
  'in-page-none': { providers: [] },
  'in-page-found': { providers: twelveProviders, search: 'tax' },
  'in-page-nothing-found': { providers: twelveProviders, search: 'my neighbour' },
  'in-page-slow': { trouble: 'silent' },
  'in-page-refused': { trouble: 'refused' },
  'in-page-offline': { trouble: 'offline' },
  'in-page-framed': { trouble: 'framed' },
};

/**
 * Serves a page of a host for each state.
 *
 * @param css - the host's style sheet
 * @returns a server, whose `close` must be called. `show` resolves when the state can be seen
 */
export async function startInPage(css: string) {
  const sites = await startSites();
  for (const screen of Object.keys(inPageStates)) serveState(sites, screen, css);
  return {
    close: sites.close,
    async show(
      page: Page,
      options: Record<'screen' | 'theme' | 'locale', string>,
    ): Promise<Frame[]> {
      const { screen, theme, locale } = options;
      const { search, isIdle, trouble } = inPageStates[screen] ?? {};
      await page.context().setOffline(false);
      const isFramed = trouble === 'framed';
      const path = isFramed ? `${screen}/frame` : screen;
      await page.goto(`${sites.originOf('host')}/${path}?theme=${theme}&locale=${locale}`);
      const scope = isFramed ? page.frameLocator('iframe') : page;
      const selector = scope.locator('[data-tax-connect-selector]');
      await selector.locator(`[lang="${locale}"]`).waitFor();
      if (isIdle) return [page.mainFrame()];
      await page.context().setOffline(trouble === 'offline');
      await selector.hover();
      await selector.locator('[role=option], h3').first().waitFor();
      if (search) await selector.locator('input').fill(search);
      return [page.mainFrame()];
    },
  };
}

function serveState(sites: Sites, screen: string, css: string): void {
  const connectUrl = `${sites.originOf('connect')}/${screen}`;
  sites.serve('connect', `/${screen}`, {
    body: `<script type="module">
      import { createBridge } from '/dist/page.js';
      (${playPage})(createBridge, ${JSON.stringify(inPageStates[screen])});
    </script>`,
  });
  sites.serve('host', `/${screen}`, { body: renderHost(connectUrl, css) });
  sites.serve('host', `/${screen}/frame`, {
    body: `<style>body { margin: 0 } iframe { border: 0; inline-size: 100%; block-size: 99vh }</style>
      <script>
        const address = location.href.replace('/frame', '');
        document.write('<iframe src="' + address + '"></iframe>');
      </script>`,
  });
}

/** Runs in the Connect page. */
function playPage(createBridge: typeof CreateBridge, { providers, trouble }: InPageState): void {
  if (trouble === 'silent') return;
  const ignore = () => {};
  const bridge: Bridge = createBridge({
    onSession() {
      if (trouble === 'refused') {
        bridge.sendError({ code: 'origin_not_allowed', message: 'Register it.', retryable: false });
        return;
      }
      bridge.sendReady({ name: 'Tally', environment: 'test' }, true);
      bridge.sendProviders(providers ?? []);
    },
    onSelectProvider: ignore,
    onBack: ignore,
    onClose: ignore,
  });
}

/** A page with text, a field and a button, to compare the selector with. */
function renderHost(connectUrl: string, css: string): string {
  const imports = JSON.stringify({ imports: { 'tax-connect': '/dist/index.js' } });
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <style>${css}</style><style>main { max-inline-size: 34rem; margin: 1rem auto; padding: 0 1rem }</style>
    <script type="importmap">${imports}</script></head>
    <body><main><h1>Settings</h1><p>Choose where your tax records are.</p><div id="place"></div>
    <p><label>Name <input value="Pat"></label> <button type="button">Save</button></p></main>
    <script type="module">
      import { mountSelector } from 'tax-connect';
      const { theme, locale } = Object.fromEntries(new URLSearchParams(location.search));
      document.documentElement.lang = locale;
      document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr';
      document.documentElement.style.colorScheme = theme;
      document.documentElement.dataset.bsTheme = theme;
      mountSelector(document.querySelector('#place'), {
        clientId: 'app', connectUrl: '${connectUrl}', locale, appearance: { theme }, onSuccess() {},
      });
    </script></body></html>`;
}
