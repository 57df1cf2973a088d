import { join } from 'node:path';
import type { Context } from 'hono';
import type { AppConfig } from './config.ts';
import { fillPage, type PageValues, readAsset } from './pages.ts';
import type { Session, Sessions } from './sessions.ts';

/** Sends the application's built pages and their files. */
export type PageSender = ReturnType<typeof createPageSender>;

/** @param sessions - the visitors' sessions. A visitor without a session gets one with the first page */
export function createPageSender(config: AppConfig, sessions: Sessions) {
  const { connectUrl, clientId, pagesFolder } = config;

  const openSession = (context: Context): Session => {
    const found = sessions.find(context.req.raw);
    if (found) return found;
    const { session, cookie } = sessions.create();
    context.header('Set-Cookie', cookie);
    return session;
  };

  return {
    /** Sends a page with the visitor's values. A visitor without a session gets one. */
    async sendPage(context: Context, file: string, more: PageValues = {}) {
      const { state, connection } = openSession(context);
      // Writes the view into the page, so that the right view is shown before the page's script has run.
      const view = connection ? 'connected' : 'new';
      const values = { client_id: clientId, connect_url: connectUrl, state, view, ...more };
      const page = await fillPage(join(pagesFolder, file), values);
      // The page contains the session's state, so no cache may give it to another visitor.
      return context.html(page, 200, { 'Cache-Control': 'no-store' });
    },
    /** Sends the file whose name is the last part of the request's path. */
    async sendAsset(context: Context, folder: string) {
      const name = context.req.path.replace(/.*\//, '');
      const asset = await readAsset(join(pagesFolder, folder), name);
      if (!asset) return context.notFound();
      const headers = { 'Content-Type': asset.type, 'Cache-Control': 'no-cache' };
      return context.body(asset.body, 200, headers);
    },
  };
}
