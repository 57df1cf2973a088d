import type { BrowserContextOptions, Frame } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { ChromiumOptions } from './chromium.ts';
import { type GalleryServer, type ShowOptions, showScreen, startGallery } from './gallery.ts';
import { type PageSuite, usePageSuite } from './page-suite.ts';

/** A browser at the gallery, and a fresh page for each test. */
export interface GallerySuite extends PageSuite {
  /** Address of the gallery, for further pages. */
  readonly url: string;
  /** See `showScreen`. */
  show(screen: string, options?: ShowOptions): Promise<readonly Frame[]>;
}

/**
 * Registers the hooks. Call it once, at the top of a test file.
 *
 * @param options - options of each context; `browser`: how Chromium is started
 * @returns the suite, whose parts are available from the first test on
 */
export function useGallerySuite(
  options: BrowserContextOptions & { browser?: ChromiumOptions } = {},
): GallerySuite {
  let gallery: GalleryServer;
  beforeAll(async () => {
    gallery = await startGallery();
  });
  afterAll(() => gallery?.close());
  const suite = usePageSuite({ reducedMotion: 'reduce', ...options });
  return {
    get url() {
      return gallery.url;
    },
    get page() {
      return suite.page;
    },
    get context() {
      return suite.context;
    },
    show: (screen, more) => showScreen(suite.page, gallery.url, { screen, ...more }),
  };
}
