import { join } from 'node:path';
import { Hono } from 'hono';
import type { AppConfig } from './config.ts';
import { createGalleryRoutes } from './gallery-routes.ts';
import type { PageSender } from './page-sender.ts';
import { createScriptTagReader } from './script-tag-reader.ts';

/**
 * @param page - the name of a page, from a query
 * @returns the path of the page; '/' for an unknown name
 */
export function pathOf(page: string | undefined): string {
  return page === 'spa' ? '/spa/' : '/';
}

/** Creates the routes of both pages and their files. `/` loads the SDK by a script tag, and `/spa/` as a module. */
export function createPageRoutes(config: AppConfig, pages: PageSender): Hono {
  const { connectBaseUrl, connectUrl, pagesFolder } = config;
  const readScriptTag = createScriptTagReader(connectBaseUrl, new URL(connectUrl).origin);

  return new Hono()
    .get('/', async (context) => {
      const { url, integrity } = await readScriptTag();
      const values = { page: 'script-tag', script_url: url, integrity };
      return pages.sendPage(context, 'script-tag/index.html', values);
    })
    .get('/:name{[a-z-]+\\.(js|css|svg)}', (context) => pages.sendAsset(context, 'script-tag'))
    .route('/', createGalleryRoutes(config.publicUrl, join(pagesFolder, 'gallery')))
    .get('/spa', (context) => context.redirect('/spa/', 308))
    .get('/spa/', (context) => pages.sendPage(context, 'spa/index.html', { page: 'spa' }))
    .get('/spa/assets/:name', (context) => pages.sendAsset(context, 'spa/assets'));
}
