import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { consentsAnswer } from '../../../shapes/consent-answers.ts';
import { createNoApplication } from '../../applications/checks.ts';
import { answerJson } from '../../http/answers.ts';
import type { Arrival } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';
import { pageQuery, readPage } from '../../operators/paging.ts';
import { consentSearch, createConsentSearch } from '../consent-search.ts';
import { describeConsent } from '../describe-consent.ts';

/** The consents to list. */
export const consentsQuery = v.object({
  ...consentSearch.entries,
  ...pageQuery.entries,
  /** The maximum number of records: 1 to 1,000. */
  limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d{0,2}|1000)$/)), '25'),
});

type ConsentsRequest = Arrival & { readonly query: v.InferOutput<typeof consentsQuery> };

/**
 * `GET …/consents`: a page of the records of consents, newest first. The records of a deleted application are found
 * by its client ID, too.
 *
 * @throws Refusal `not_found` for a client ID that has neither an application nor a record
 */
export function listConsents(parts: Pick<Parts, 'clock' | 'providers' | 'store'>) {
  const { clock, store } = parts;
  const find = createConsentSearch(parts);
  return async (request: ConsentsRequest) => {
    const { context, query } = request;
    const { publicClientId, application, search } = await find(request);
    const { rows, hasMore } = await readPage(query.limit, (count) =>
      store.consents.list(publicClientId, { ...search, after: query.after, count }),
    );
    if (rows.length === 0 && !application) throw createNoApplication();
    const present = { now: clock.now(), hasApplication: application !== undefined };
    return answerJson<Answer<typeof consentsAnswer>>(context, {
      consents: rows.map((row) => describeConsent(row, present)),
      next: hasMore ? (rows.at(-1)?.id ?? null) : null,
    });
  };
}
