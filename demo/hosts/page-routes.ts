import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import type { AppConfig } from './config.ts';
import { createGalleryRoutes } from './gallery-routes.ts';
import { fillPage, readAsset } from './pages.ts';
import { createScriptTagReader } from './script-tag-reader.ts';
import type { Session, Sessions } from './sessions.ts';

/**
 * The two pages and their files: `/` uses the script tag, `/spa/` the module.
 *
 * @param config - complete
 * @param sessions - every visitor of a page gets one
 */
export function createPageRoutes(config: AppConfig, sessions: Sessions): Hono {
  const { connectBaseUrl, connectUrl, clientId, pagesFolder } = config;
  const readScriptTag = createScriptTagReader(connectBaseUrl, new URL(connectUrl).origin);

  const openSession = (context: Context): Session => {
    const found = sessions.find(context.req.raw);
    if (found) return found;
    const { session, cookie } = sessions.create();
    context.header('Set-Cookie', cookie);
    return session;
  };

  const sendPage = async (context: Context, file: string, more = {}): Promise<Response> => {
    const { state } = openSession(context);
    const values = { client_id: clientId, connect_url: connectUrl, state, ...more };
    const page = await fillPage(join(pagesFolder, file), values);
    // The page holds the session's state: no cache may give it to another visitor.
    return context.html(page, 200, { 'Cache-Control': 'no-store' });
  };

  const sendAsset = async (context: Context, folder: string): Promise<Response> => {
    const asset = await readAsset(join(pagesFolder, folder), context.req.path.replace(/.*\//, ''));
    if (!asset) return context.notFound();
    const headers = { 'Content-Type': asset.type, 'Cache-Control': 'no-cache' };
    return context.body(asset.body, 200, headers);
  };

  return new Hono()
    .get('/', async (context) => {
      const { url, integrity } = await readScriptTag();
      return sendPage(context, 'script-tag/index.html', { script_url: url, integrity });
    })
    .get('/:name{(app\\.js|page\\.css|icon\\.svg)}', (context) => sendAsset(context, 'script-tag'))
    .route('/', createGalleryRoutes(config.publicUrl, join(pagesFolder, 'gallery')))
    .get('/spa', (context) => context.redirect('/spa/', 308))
    .get('/spa/', (context) => sendPage(context, 'spa/index.html'))
    .get('/spa/assets/:name', (context) => sendAsset(context, 'spa/assets'));
}
