import { describe, expect, it } from 'vitest';
import { driveConnect } from '../../src/sdk/testing/drive-connect.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { usePopupSuite } from '../support/popup-suite.ts';

const locales = byExtent(
  ['ar'],
  ['en', 'es', 'fr', 'de', 'pt-BR', 'zh-Hans', 'vi', 'ko', 'tl', 'ar'],
);

const displays = byExtent(['frame'] as const, ['frame', 'popup'] as const);

describe('driveConnect, when the host opens Connect', () => {
  const suite = usePopupSuite({ browser: {}, trustedProxies: { kind: 'hops', count: 1 } });
  const open = () => suite.page.getByRole('button', { name: 'Connect' }).click();

  it.each(displays.flatMap((display) => locales.map((locale) => [display, locale] as const)))(
    'connects in a %s that speaks %s',
    async (display, locale) => {
      await suite.openHost({ options: { display, locale } });
      await open();
      await driveConnect(suite.page).connect({ provider: 'LedgerLeaf Tax', username: 'user_mfa' });
      expect(await suite.page.locator('dialog').count()).toBe(0);
      await suite.expectConnected('ledgerleaf');
    },
  );

  it.runIf(isLongRun)('is done when the modal shows the error of a callback', async () => {
    await suite.openHost({ options: { display: 'frame' } });
    await suite.context.route('**/callback?**', (route) => route.fulfill({ status: 500 }));
    await open();
    await driveConnect(suite.page).connect();
    expect(await suite.page.getByRole('dialog').getAttribute('data-screen')).toBe('failed');
  });

  it.runIf(isLongRun)('follows from the frame into the popup that a provider needs', async () => {
    await suite.openHost();
    await open();
    await driveConnect(suite.page).connect({ provider: 'Harbor Tax Services' });
    await suite.expectConnected('harbor-tax');
  });

  it('closes the modal', async () => {
    await suite.openHost();
    await open();
    await driveConnect(suite.page).close();
    await suite.expectExit({ reason: 'closed', code: null });
  });
});
