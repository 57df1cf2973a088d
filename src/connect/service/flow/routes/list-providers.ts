import type { offeredProvidersAnswer } from '../../../shapes/backend-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { ApplicationRequest } from '../../applications/checks.ts';
import { hashSecret } from '../../basics/secrets.ts';
import { listOfferedProviders } from '../offered-providers.ts';

/** `GET /providers`: the providers that the selector of this application lists now. */
export function listProvidersForBackend({ parts, context, application }: ApplicationRequest) {
  const { config, providers } = parts;
  const list = listOfferedProviders(parts, application);
  const answer: Answer<typeof offeredProvidersAnswer> = {
    providers: list.map(({ id, logo, name, domain, status, reason, popular, aliases }) => ({
      provider_id: id,
      name,
      domain,
      logo_url: logo?.startsWith('/') ? config.publicUrl + logo : null,
      status,
      reason,
      shares: [...providers.listShares(application.environment, id)],
      popular,
      aliases: [...aliases],
    })),
  };
  const etag = `"${hashSecret(JSON.stringify(answer)).slice(0, 32)}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isKnown(context.req.header('If-None-Match'), etag)) return context.body(null, 304, headers);
  return context.json(answer, 200, headers);
}

/**
 * Finds the answer's tag in the header, which lists the answers that the client has. `*` and a weak tag of the same
 * value count, too (RFC 9110, section 13.1.2). Apache adds `-gzip` or `-br` to the tag of an answer that it compresses:
 * https://bz.apache.org/bugzilla/show_bug.cgi?id=45023
 */
function isKnown(header = '', etag: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\/|-(?:gzip|br)(?="$)/g, ''));
  return tags.includes(etag) || tags.includes('*');
}
