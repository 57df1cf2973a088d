import type { Frame, Page } from 'playwright-core';
import { startHosts } from '../../demo/hosts/server.ts';
import { formatSettings, type GallerySettings } from '../../src/connect/gallery/settings.ts';

/** The demo application's gallery, without a Connect service. */
export interface GalleryServer {
  /** `http://app.localhost:…/gallery/` */
  readonly url: string;
  close(): Promise<void>;
}

/** @returns the running gallery, whose `close` must be called */
export async function startGallery(): Promise<GalleryServer> {
  const { url, close } = await startHosts({
    listenPort: 0,
    hostName: 'app.localhost',
    connectBaseUrl: 'http://127.0.0.1:1',
    clientId: 'unused',
    clientSecret: 'unused',
    webhookSecret: `whsec_${btoa('unused'.repeat(4))}`,
  });
  return { url: `${url}/gallery/`, close };
}

/** The settings of a screen. Missing ones have their defaults. */
export type ShowOptions = Partial<Omit<GallerySettings, 'screen'>>;

/** Opens a screen, `page-…` in its own document. @returns every visible frame, the page first */
export async function showScreen(
  page: Page,
  address: string,
  { screen, ...options }: ShowOptions & { screen: string },
): Promise<readonly Frame[]> {
  const settings: GallerySettings = {
    theme: 'light',
    locale: 'en',
    dir: 'ltr',
    surface: 'redirect',
    texts: 'own',
    ...options,
    screen,
  };
  const hash = formatSettings(settings);
  const isAlone = screen.startsWith('page-');
  const target = isAlone ? `${address}page` : address;
  // Changing the hash is enough, and much faster than loading a document.
  if (page.url().split('#')[0] === target) {
    await page.evaluate((next) => {
      delete document.documentElement.dataset.shown;
      // The same screen is drawn again when it is requested again.
      if (window.location.hash === next) window.dispatchEvent(new HashChangeEvent('hashchange'));
      window.location.hash = next;
    }, hash);
  } else await page.goto(target + hash);
  const shown = isAlone ? screen.slice('page-'.length) : screen;
  await page.locator(`html[data-shown="${shown}"]`).waitFor();
  const frames = [page.mainFrame(), ...(isAlone ? [] : await findShownFrame(page))];
  if (/consent(-problem)?$/.test(screen)) await waitForConsent(frames.at(-1));
  return frames;
}

/** Waits for Allow, which looks like a button that cannot be pressed until it has been in view for a moment. */
async function waitForConsent(frame: Frame | undefined): Promise<void> {
  const allow = frame?.locator('[value="allow"]');
  const isInView = await allow?.evaluate((button) => {
    const { top, height } = button.getBoundingClientRect();
    return top + height / 2 <= innerHeight;
  });
  if (isInView) await frame?.locator('[value="allow"]:not([aria-disabled="true"])').waitFor();
}

/** The frame of the Connect page, if the modal shows it. */
async function findShownFrame(page: Page): Promise<Frame[]> {
  const frame = page.frames().find((candidate) => candidate.url().includes('/gallery/connect'));
  if (!frame || !(await page.locator('iframe:not([hidden])').isVisible())) return [];
  await frame.locator('html[data-shown]').waitFor();
  return [frame];
}
