import * as v from 'valibot';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeApplication } from '../../operators/change.ts';
import type { ApplicationRequest } from '../checks.ts';
import { answerApplication } from '../describe-application.ts';
import { type Logo, readLogo } from '../logos.ts';

/** Room for a picture of 48 kB as base64 and the JSON around it. */
export const maxLogoBody = 66 * 1024;

/** The picture as base64, or as a `data:` URL with base64. Null removes it. */
export const logoBody = v.object({ logo: v.nullable(v.string()) });

type LogoRequest = ApplicationRequest & { readonly body: v.InferOutput<typeof logoBody> };

/**
 * `POST …/logo`: sets or removes the picture shown beside the application's name. It responds with the changed
 * application.
 *
 * @throws Refusal `invalid_request` with the rule for logos, `not_found`
 */
export function setLogo(parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>) {
  return async (request: LogoRequest) => {
    const { context, application, body } = request;
    const logo = body.logo === null ? null : readLogo(body.logo);
    if (typeof logo === 'string') {
      throw new Refusal([400, 'invalid_request'], logo);
    }
    const { clientId } = application;
    const isSame = (await parts.store.logos.findName(clientId)) === (logo?.name ?? null);
    await changeApplication(parts, request, {
      action: logo ? 'logo_set' : 'logo_removed',
      detail: logo && describeLogo(logo),
      async apply({ registrations }) {
        if (isSame) return false;
        await registrations.setLogo(clientId, logo);
        return true;
      },
    });
    logFor(context).info({ client_id: clientId, logo: logo?.name ?? null }, 'logo set');
    return await answerApplication(parts, { context, application });
  };
}

const typeNames = { png: 'PNG', webp: 'WebP' } as const;

function describeLogo({ side, type }: Logo): string {
  return `${side} × ${side} pixels, ${typeNames[type]}`;
}
