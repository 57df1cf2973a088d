import { join } from 'node:path';
import { Hono } from 'hono';
import { fillPage, readAsset } from './pages.ts';

/**
 * Creates the routes of the gallery, which shows every screen of Connect to its developers. The gallery is both host
 * and Connect page, on two loopback host names. Its content security policy allows no other origin.
 *
 * @param publicUrl - the origin by which browsers reach the application
 * @param folder - the absolute path of the built gallery
 */
export function createGalleryRoutes(publicUrl: string, folder: string): Hono {
  const { origin, port } = new URL(publicUrl);
  const own = [origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`].join(' ');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${own} data:`,
    // The SDK fetches its language files.
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
      // Pages on the gallery's other host name show pictures from here, so they are cross-origin.
      const headers = {
        'Content-Type': asset.type,
        'Cache-Control': 'no-cache',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      };
      return context.body(asset.body, 200, headers);
    });
}
