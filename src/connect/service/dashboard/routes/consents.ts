import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { consentsAnswer } from '../../../shapes/dashboard-answers.ts';
import { parseShares } from '../../../shapes/unions.ts';
import { answerJson } from '../../http/answers.ts';
import type { Arrival } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';
import { namedApplication, readClientId } from '../checks.ts';
import { pageQuery, readPage } from '../paging.ts';

/** The consents to list. */
export const consentsQuery = v.object({
  /** An account ID or a provider ID; '': all. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  ...pageQuery.entries,
  /** The maximum number of records: 1 to 1,000, for an export. */
  limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d{0,2}|1000)$/)), '25'),
});

type ConsentsRequest = Arrival & { readonly query: v.InferOutput<typeof consentsQuery> };

/**
 * `GET …/consents`: what people have allowed, as it was shown, one page at a time, the newest first. The records
 * of a deleted application are found by its client ID, too.
 *
 * @returns the handler
 * @throws Refusal `not_found` for a client ID that has neither an application nor a record
 */
export function listConsents({ store }: Pick<Parts, 'store'>) {
  const assertApplication = namedApplication({ store });
  return async (request: ConsentsRequest) => {
    const { context, query } = request;
    const { search, after, limit } = query;
    const clientId = readClientId(context) ?? '';
    const { rows, hasMore } = await readPage(limit, (count) =>
      store.consents.list(clientId, { search, after, count }),
    );
    if (rows.length === 0) await assertApplication(request);
    return answerJson<Answer<typeof consentsAnswer>>(context, {
      consents: rows.map((row) => ({
        consent_id: row.id,
        client_id: row.clientId,
        application: row.application,
        provider: row.provider,
        provider_id: row.providerId,
        environment: row.environment,
        account_id: row.accountId,
        shares: parseShares(row.shares),
        purpose: row.purpose,
        privacy_url: row.privacyUrl,
        locale: row.locale,
        text_hash: row.textHash,
        granted_at: row.grantedAt,
        expires_at: row.endsAt,
      })),
      next: hasMore ? (rows.at(-1)?.id ?? null) : null,
    });
  };
}
