import type { Handler } from 'hono';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';

/** The name of a logo: its SHA-256 and its type. */
const logoName = /^[0-9a-f]{64}\.(?:png|webp)$/;

/**
 * `GET /connect/logos/:name`: the logo of an application. Its name changes with its content.
 *
 * @throws Refusal `not_found`
 */
export function serveLogo({ store }: Pick<Parts, 'store'>): Handler {
  return async (context) => {
    const name = context.req.param('name') ?? '';
    const image = logoName.test(name) ? await store.logos.find(name) : undefined;
    if (!image) throw new Refusal([404, 'not_found'], 'There is no such logo.');
    return context.body(new Uint8Array(image), 200, {
      'Content-Type': name.endsWith('.png') ? 'image/png' : 'image/webp',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
  };
}
