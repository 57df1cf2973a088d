import type { Frame } from 'playwright-core';
import { type GalleryServer, type ShowOptions, showScreen, startGallery } from './gallery.ts';
import type { Size } from './layouts.ts';
import { type PageSuite, type ProfileOptions, usePageSuite } from './page-suite.ts';
import { useRunning } from './use-running.ts';

/** A browser at the gallery, and a new document for each test. */
export interface GallerySuite extends PageSuite {
  readonly gallery: GalleryServer;
  /** See `showScreen`. `size`: of the window from now on. */
  show(screen: string, options?: ShowOptions & { size?: Size }): Promise<readonly Frame[]>;
}

/** Registers the hooks. @returns the suite, whose parts are available from the first test on */
export function useGallerySuite(options: ProfileOptions = {}): GallerySuite {
  const gallery = useRunning(startGallery);
  const { reducedMotion = 'reduce' } = options;
  const viewport = { width: 1280, height: 720 };
  const suite = usePageSuite({
    reducedMotion,
    viewport,
    ...options,
    // A new profile and its first document take twice the CPU of another document in the same tab.
    async renew(page) {
      await page.goto(`${gallery.url}no-screen`);
      await page.evaluate(() => sessionStorage.clear());
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion });
    },
  });
  const show: GallerySuite['show'] = async (screen, { size, ...options } = {}) => {
    if (size) await suite.page.setViewportSize({ width: size[0], height: size[1] });
    return showScreen(suite.page, gallery.url, { screen, ...options });
  };
  return Object.assign(suite, { gallery, show });
}
