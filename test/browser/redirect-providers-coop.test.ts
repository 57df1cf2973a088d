import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readTold } from '../support/browser-suite.ts';
import { driveWindow } from '../support/drive-window.ts';
import { isLongRun } from '../support/extent.ts';
import type { OidcServer } from '../support/oidc/start-oidc-server.ts';
import { usePopupSuite } from '../support/popup-suite.ts';
import { findExampleProviders, startOrchardTax } from '../support/provider-world.ts';

/*
 * A provider's site may have an opener policy, and so may the host. Either cuts the window off from the
 * host: the provider's during the visit, the host's before the page has loaded.
 */

const policy = 'Cross-Origin-Opener-Policy';
/** The host's choice. The browser itself is English and light. */
const look = { locale: 'de', appearance: { theme: 'dark' } } as const;
let oidc: OidcServer;

beforeAll(async () => {
  oidc = await startOrchardTax();
});
const suite = usePopupSuite({ providersModule: findExampleProviders() });
beforeAll(() => oidc.control({ redirect: `${suite.world.connectUrl}/connect/return` }));
afterAll(() => oidc?.close());
beforeEach(() => oidc.control({ isolated: false }));

const readLook = (popup: Page) =>
  popup.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]);

/** Presses the host's button. That click, or the one on the provider, opens the window. */
async function open(display: 'auto' | 'popup', host = 'unsafe-none'): Promise<Page> {
  const isCutOff = host === 'same-origin';
  const press = () => suite.page.getByRole('button', { name: 'Connect' }).click();
  if (display === 'popup') {
    const popup = await suite.openedBy(press);
    if (isCutOff) await driveWindow(popup).confirmWindow();
    await popup.getByRole('option', { name: /^Orchard Tax/ }).click();
    return popup;
  }
  await press();
  const popup = await suite.openedBy(() =>
    suite.page.getByRole('option', { name: /^Orchard Tax/ }).click(),
  );
  if (isCutOff) await driveWindow(popup).confirmWindow();
  return popup;
}

async function signIn(popup: Page): Promise<void> {
  await popup.getByRole('button', { name: 'Sign in' }).click();
}

async function allow(popup: Page): Promise<void> {
  await popup.getByText('ada@example.com').waitFor();
  await popup.mouse.move(3, 3);
  await popup.mouse.move(9, 9);
  await popup.getByRole('button', { name: 'Erlauben' }).click();
}

interface Cell {
  readonly host: string;
  readonly isolated: boolean;
  readonly display: 'auto' | 'popup';
}

const cells: readonly Cell[] = ['unsafe-none', 'same-origin'].flatMap((host) =>
  [false, true].flatMap((isolated) =>
    (['auto', 'popup'] as const).map((display) => ({ host, isolated, display })),
  ),
);

describe.runIf(isLongRun)('a visit to a provider’s own site', () => {
  it.each(cells)(
    'connects, in the host’s language and colours: host $host, provider isolated $isolated, display $display',
    async ({ host, isolated, display }) => {
      await oidc.control({ isolated });
      await suite.openHost({ headers: { [policy]: host }, options: { display, ...look } });
      const popup = await open(display, host);
      await signIn(popup);
      await popup.getByText('ada@example.com').waitFor();
      const shown = await readLook(popup);
      await allow(popup);

      await suite.expectConnected('orchard-tax');
      await expect.poll(() => popup.isClosed()).toBe(true);
      const { failures } = await readTold(suite.page);
      // A window that the browser has cut off is reported until it returns.
      const isCutOff = isolated && host === 'unsafe-none';
      expect([shown, failures]).toEqual([['de', 'dark'], isCutOff ? ['opener_severed'] : []]);
    },
  );

  it('can be started again in another popup while the first is at an isolated site', async () => {
    await oidc.control({ isolated: true });
    // The ESM entry brings its languages. The script tag would ask the service of its build for them.
    await suite.openHost({ sdk: 'module', options: look });
    const first = await open('auto');
    await first.getByRole('button', { name: 'Sign in' }).waitFor();
    const second = await suite.openedBy(() =>
      suite.page.getByRole('button', { name: 'Erneut öffnen' }).click(),
    );
    await signIn(second);
    await second.getByText('ada@example.com').waitFor();
    // The first window returns late. It is refused, and closes because of the second.
    await first.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => first.isClosed()).toBe(true);
    await allow(second);

    await suite.expectConnected('orchard-tax');
  });
});
