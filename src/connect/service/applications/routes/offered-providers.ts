import * as v from 'valibot';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeApplication } from '../../operators/audit-log.ts';
import { type ApplicationRequest, namedApplication } from '../checks.ts';
import { answerApplication } from '../describe-application.ts';

const maxProviders = 1000;

/** The providers that an application offers; null for all. */
export const offeredBody = v.object({
  provider_ids: v.nullable(
    v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(200))),
      v.minLength(1),
      v.maxLength(maxProviders),
    ),
  ),
});

type OfferedRequest = ApplicationRequest & { readonly body: v.InferOutput<typeof offeredBody> };

/**
 * `POST …/providers`: sets the providers that people can choose in this application, from their next request on. It
 * responds with the changed application.
 *
 * @throws Refusal `invalid_request` for an unknown provider, `not_found`
 */
export function setOfferedProviders(
  parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>,
) {
  return async (request: OfferedRequest) => {
    const { context, application, body } = request;
    const { clientId, environment } = application;
    const listed = parts.providers.list(environment).map(({ id }) => id);
    // A stored provider may have been removed from the list since. It must not prevent saving the others.
    const stored: readonly string[] = JSON.parse(application.providerIds ?? '[]');
    const known = [...listed, ...stored.filter((id) => !listed.includes(id))];
    const unknown = body.provider_ids?.find((id) => !known.includes(id));
    if (unknown !== undefined) throw createUnknown(unknown);
    const ids = body.provider_ids && known.filter((id) => body.provider_ids?.includes(id));
    const next = ids && JSON.stringify(ids);
    await changeApplication(parts, request, {
      action: 'providers_set',
      detail: ids === null ? 'all' : ids.join(', '),
      apply: async ({ registrations }) =>
        next !== application.providerIds && registrations.setProviders(clientId, next),
    });
    const changed = await namedApplication(parts)(request);
    logFor(context).info({ client_id: clientId }, 'providers set');
    return await answerApplication(parts, { context, ...changed });
  };
}

function createUnknown(id: string): Refusal {
  const description = `provider_ids has an unknown ID: ${id}.`;
  return new Refusal([400, 'invalid_request'], description);
}
