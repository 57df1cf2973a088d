import type { Provider } from 'tax-connect/page';
import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { accountsAnswer, disconnectedAnswer } from '../../../shapes/dashboard-answers.ts';
import { accountStatuses } from '../../../shapes/unions.ts';
import type { ApplicationRequest } from '../../applications/checks.ts';
import { ownIdFields } from '../../applications/own-ids.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody, WithQuery } from '../../http/checks.ts';
import { pageFields, pageQuery, readPage } from '../../http/paging.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeAsOperator } from '../../operators/audit-log.ts';
import { findProviderId } from '../../providers/registry.ts';
import { type AccountQuery, accountIdPrefix } from '../accounts.ts';

export const accountsQuery = v.object({
  /** An account ID, or a provider's ID or name. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  status: v.optional(v.picklist(accountStatuses)),
  ...pageQuery.entries,
});

/** A search is sent in a body, because an application's own IDs of people must not be in an address or a log. */
export const accountSearch = v.object({
  /** An account ID, a provider's ID or name, or a `client_user_id`. */
  search: accountsQuery.entries.search,
  status: accountsQuery.entries.status,
  ...ownIdFields,
  ...pageFields.entries,
});

export const accountBody = v.object({
  account_id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

/** `GET …/accounts`: a page of the connected accounts, without user names. */
export function listAccounts(request: ApplicationRequest & WithQuery<typeof accountsQuery>) {
  const { parts, application, query } = request;
  const known = parts.providers.list(application.environment);
  const search = findSearchedId(known, query.search) ?? query.search;
  return answerPage(request, { ...query, search });
}

/** `POST …/accounts/search`: like `listAccounts`, but also finds accounts by the application's own ID of a person. */
export function searchAccounts(request: ApplicationRequest & WithBody<typeof accountSearch>) {
  const { search, client_user_id, tags, ...page } = request.body;
  const known = request.parts.providers.list(request.application.environment);
  const searchedId = findSearchedId(known, search);
  const ownId = searchedId === undefined && search !== '' ? search : null;
  const ownIds = { client_user_id: client_user_id ?? ownId, tags };
  return answerPage(request, { ...page, search: searchedId ?? '', ownIds });
}

type Choice = Omit<AccountQuery, 'count'> & { readonly limit: string | number };

async function answerPage(
  { parts: { providers, store }, context, application }: ApplicationRequest,
  { limit, ...choice }: Choice,
) {
  const { clientId, environment } = application;
  const known = providers.list(environment);
  const { rows, last } = await readPage(limit, (count) =>
    store.accounts.list(clientId, { ...choice, count }),
  );
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return answerJson<Answer<typeof accountsAnswer>>(context, {
    accounts: rows.map((row) => ({
      ...row,
      provider: names.get(row.provider_id) ?? row.provider_id,
    })),
    next: last?.account_id ?? null,
  });
}

/** `POST …/accounts/disconnect`: ends the application's tokens for the account. The person can connect it again. */
export async function endConnection(request: ApplicationRequest & WithBody<typeof accountBody>) {
  const { parts, context, application, body } = request;
  const { clientId, publicClientId: client_id } = application;
  const { account_id } = body;
  const now = parts.clock.now();
  const isDisconnected = await changeAsOperator(request, {
    action: 'account_disconnected',
    detail: account_id,
    apply: ({ accounts }) =>
      accounts.disconnect({ clientId, accountId: account_id, by: 'operator' }, now),
  });
  if (!isDisconnected) {
    throw new Refusal([404, 'not_found'], 'No such account is connected to this application.');
  }
  logFor(context).info({ client_id, account_id }, 'account disconnected');
  return answerJson<Answer<typeof disconnectedAnswer>>(context, { disconnected: account_id });
}

/**
 * Returns the account ID or provider ID that a search text means; undefined for other texts. The name of a provider
 * becomes its ID, because only IDs have an index in the database.
 */
function findSearchedId(providers: readonly Provider[], text: string): string | undefined {
  return text.startsWith(accountIdPrefix) ? text : findProviderId(providers, text);
}
