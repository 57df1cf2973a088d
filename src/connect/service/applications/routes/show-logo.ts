import type { Handler } from 'hono';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';

/** The name of an application's logo: its SHA-256 and its type. */
const logoName = /^[0-9a-f]{64}\.(?:png|webp)$/;

interface LogoParts extends Pick<Parts, 'store'> {
  readonly providers: { readonly logos: { find(name: string): ProviderLogo | undefined } };
}

interface ProviderLogo {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The value of `Content-Type`. */
  readonly type: string;
}

/** A plug-in's logo may be SVG. If it is opened as a document, it must not run scripts or load anything. */
const logoHeaders = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * `GET /connect/logos/:name`: the logo of an application or a provider. Its name changes with its content.
 *
 * @throws Refusal `not_found`
 */
export function serveLogo({ providers, store }: LogoParts): Handler {
  return async (context) => {
    const name = context.req.param('name') ?? '';
    const own = providers.logos.find(name);
    if (own) return context.body(own.bytes, 200, { ...logoHeaders, 'Content-Type': own.type });
    const image = logoName.test(name) ? await store.logos.find(name) : undefined;
    if (!image) throw new Refusal([404, 'not_found'], 'There is no such logo.');
    const type = name.endsWith('.png') ? 'image/png' : 'image/webp';
    return context.body(new Uint8Array(image), 200, { ...logoHeaders, 'Content-Type': type });
  };
}
