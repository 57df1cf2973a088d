import type { Handler } from 'hono';
import * as v from 'valibot';
import type { Parts } from '../../http/parts.ts';
import { createInvalid, Refusal } from '../../http/refusal.ts';
import { type Logo, readLogo } from '../logos.ts';
import { changeSetting, type SettingRequest } from './settings.ts';

/** The logo is Base64, or a `data:` URL with Base64. Null removes the logo. */
export const logoBody = v.object({ logo: v.nullable(v.string()) });

/** `POST …/logo` */
export function setLogo({ body, ...request }: SettingRequest<typeof logoBody>) {
  const logo = body.logo === null ? null : readLogo(body.logo);
  if (typeof logo === 'string') throw createInvalid(logo);
  return changeSetting(request, {
    action: logo ? 'logo_set' : 'logo_removed',
    detail: logo && describeLogo(logo),
    apply: ({ registrations }) => registrations.setLogo(request.application.clientId, logo),
    message: 'logo set',
    fields: { logo: logo?.name ?? null },
  });
}

const typeNames = { png: 'PNG', webp: 'WebP' } as const;

function describeLogo({ side, type }: Logo): string {
  return `${side} × ${side} pixels, ${typeNames[type]}`;
}

const logoName = /^[0-9a-f]{64}\.(?:png|webp)$/;

/** The headers of a logo. A plug-in's SVG must not run scripts or load anything when it is opened as a document. */
const logoHeaders = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** `GET /connect/logos/:name`: the logo of an application or a provider. The name contains a hash of it. */
export function serveLogo({ providers, store }: Parts): Handler {
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
