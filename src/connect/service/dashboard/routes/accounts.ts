import type { Provider } from 'tax-connect/page';
import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { accountsAnswer, disconnectedAnswer } from '../../../shapes/dashboard-answers.ts';
import { accountStatuses } from '../../../shapes/unions.ts';
import type { FlowParts } from '../../flow/flow-parts.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { accountIdPrefix } from '../../store/accounts.ts';
import { changeApplication } from '../change.ts';
import type { ApplicationRequest } from '../checks.ts';
import { findProviderId } from '../find-provider-id.ts';
import { pageQuery, readPage } from '../paging.ts';

/** The accounts to list. */
export const accountsQuery = v.object({
  /** An account ID, or a provider's ID or name. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  /** Only accounts with this status. */
  status: v.optional(v.picklist(accountStatuses)),
  ...pageQuery.entries,
});

/** The account to disconnect. */
export const accountBody = v.object({
  account_id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

type AccountsRequest = ApplicationRequest & {
  readonly query: v.InferOutput<typeof accountsQuery>;
};
type AccountRequest = ApplicationRequest & { readonly body: v.InferOutput<typeof accountBody> };

/** `GET …/accounts`: a page of the connected accounts. User names are not read from the database. */
export function listAccounts({ providers, store }: Pick<FlowParts, 'providers' | 'store'>) {
  return async ({ context, application, query }: AccountsRequest) => {
    const { clientId, environment } = application;
    const known = providers.list(environment);
    const search = toSearch(known, query.search);
    const { rows, hasMore } = await readPage(query.limit, (count) =>
      store.accounts.list(clientId, { search, status: query.status, after: query.after, count }),
    );
    const names = new Map(known.map(({ id, name }) => [id, name]));
    return answerJson<Answer<typeof accountsAnswer>>(context, {
      accounts: rows.map(({ accountId, providerId, ...row }) => ({
        account_id: accountId,
        provider_id: providerId,
        provider: names.get(providerId) ?? providerId,
        connected_at: row.connectedAt,
        last_exchange_at: row.lastExchangeAt,
        status: row.status,
        status_since: row.statusSince,
      })),
      next: hasMore ? (rows.at(-1)?.accountId ?? null) : null,
    });
  };
}

/**
 * `POST …/accounts/disconnect`: ends all access tokens of the account for this application. The person can connect
 * the account again.
 *
 * @throws Refusal `not_found` when the account is not connected to this application
 */
export function endConnection(parts: Pick<Parts, 'clock' | 'store'>) {
  return async (request: AccountRequest) => {
    const { context, application, body } = request;
    const { clientId, publicClientId: client_id } = application;
    const { account_id } = body;
    const now = parts.clock.now();
    const isDisconnected = await changeApplication(parts, request, {
      action: 'account_disconnected',
      detail: account_id,
      apply: ({ accounts }) =>
        accounts.disconnect({ clientId, accountId: account_id, by: 'operator' }, now),
    });
    if (!isDisconnected) throw createNoAccount();
    logFor(context).info({ client_id, account_id }, 'account disconnected');
    return answerJson<Answer<typeof disconnectedAnswer>>(context, { disconnected: account_id });
  };
}

/** @returns an account ID or a provider's ID, which are the only values with an index in the database */
function toSearch(providers: readonly Provider[], text: string): string {
  return text.startsWith(accountIdPrefix) ? text : (findProviderId(providers, text) ?? text);
}

function createNoAccount(): Refusal {
  const description = 'No such account is connected to this application.';
  return new Refusal([404, 'not_found'], description, { retryable: false });
}
