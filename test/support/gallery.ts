import type { Frame, Page } from 'playwright-core';
import { formatSettings, type GallerySettings } from '../../demo/gallery/settings.ts';
import { startHosts } from '../../demo/hosts/server.ts';

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
  });
  return { url: `${url}/gallery/`, close };
}

/** How a screen is to be shown; the rest is as by default. */
export type ShowOptions = Partial<Omit<GallerySettings, 'screen'>>;

/**
 * Brings a page to a screen of the gallery, and waits until it is there.
 *
 * @param page - at the gallery, or anywhere else
 * @param address - `GalleryServer.url`
 * @param screen - id of the screen; `page-…` is the Connect page on its own, with a separate document
 * @returns every frame that a person sees: the page, and the Connect page in the modal where it is shown
 */
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
    ...options,
    screen,
  };
  const hash = formatSettings(settings);
  const isAlone = screen.startsWith('page-');
  const target = isAlone ? `${address}page` : address;
  // A change of the hash is enough, and much faster than another document.
  if (page.url().split('#')[0] === target) {
    await page.evaluate((next) => {
      delete document.documentElement.dataset.shown;
      // Asked for again, a screen is shown anew.
      if (window.location.hash === next) window.dispatchEvent(new HashChangeEvent('hashchange'));
      window.location.hash = next;
    }, hash);
  } else await page.goto(target + hash);
  const shown = isAlone ? screen.slice('page-'.length) : screen;
  await page.locator(`html[data-shown="${shown}"]`).waitFor();
  return [page.mainFrame(), ...(isAlone ? [] : await findShownFrame(page))];
}

/** The frame of the Connect page, where the modal shows it. */
async function findShownFrame(page: Page): Promise<Frame[]> {
  const frame = page.frames().find((candidate) => candidate.url().includes('/gallery/connect'));
  if (!frame || !(await page.locator('iframe:not([hidden])').isVisible())) return [];
  await frame.locator('html[data-shown]').waitFor();
  return [frame];
}
