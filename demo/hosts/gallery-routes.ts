import { join } from 'node:path';
import { Hono } from 'hono';
import { fillPage, readAsset } from './pages.ts';

/**
 * The gallery of every screen, for the people who work on them. It is host and Connect page at once, on two names
 * of the loopback interface, so its policy allows only that.
 *
 * @param publicUrl - the origin that browsers use for the application
 * @param folder - absolute path of the built gallery
 */
export function createGalleryRoutes(publicUrl: string, folder: string): Hono {
  const { origin, port } = new URL(publicUrl);
  const own = [origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`].join(' ');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${own}`,
    // Needed for the languages of the SDK.
    "connect-src 'self'",
    `frame-src ${own}`,
    "form-action 'none'",
    `frame-ancestors ${own}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

  const sendPage = async (name: string): Promise<Response> => {
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy,
    };
    return new Response(await fillPage(join(folder, `${name}.html`), {}), { headers });
  };

  return new Hono()
    .get('/gallery', (context) => context.redirect('/gallery/', 308))
    .get('/gallery/', () => sendPage('index'))
    .get('/gallery/connect', () => sendPage('connect'))
    .get('/gallery/page', () => sendPage('page'))
    .get('/gallery/assets/:name', async (context) => {
      const asset = await readAsset(join(folder, 'assets'), context.req.param('name'));
      if (!asset) return context.notFound();
      // Pictures are shown on the gallery's other host name, too.
      const headers = {
        'Content-Type': asset.type,
        'Cache-Control': 'no-cache',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      };
      return context.body(asset.body, 200, headers);
    });
}
