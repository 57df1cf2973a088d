import * as v from 'valibot';
import type { Consent, ConsentEnd } from '../../shapes/consent-answers.ts';
import { parseShares } from '../../shapes/unions.ts';
import { createNoApplication, readClientId } from '../applications/checks.ts';
import type { Application } from '../applications/registered-application.ts';
import { accountIdPrefix } from '../connections/accounts.ts';
import type { WithQuery } from '../http/checks.ts';
import type { Arrival } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { findProviderId } from '../providers/registry.ts';
import { type ConsentSearch, consentIdPrefix, type TracedConsent } from './consents.ts';

const time = v.optional(v.pipe(v.string(), v.regex(/^\d{1,13}$/)));

export const consentSearch = v.object({
  /** A consent ID, an account ID, a provider's ID or name, or a person's complete ID or account name; empty for all. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  /** Limits for the time of the consent, in milliseconds since the epoch. `from` is included, `before` is not. */
  from: time,
  before: time,
});

/**
 * Finds the consents that a request asks for. The records of a deleted application can be found by its client ID, but
 * not by a person's name, because its accounts are deleted.
 */
export async function readSearch(request: Arrival & WithQuery<typeof consentSearch>) {
  const { parts, context, query } = request;
  const publicClientId = readClientId(context);
  if (publicClientId === undefined) throw createNoApplication();
  // Undefined when the application has been deleted or never existed.
  const application = await parts.store.applications.findByPublicId(publicClientId);
  const of = await find(parts, application, query.search);
  const times = { from: readTime(query.from), before: readTime(query.before) };
  return { publicClientId, application, search: { of, ...times } };
}

async function find(
  { providers, store }: Parts,
  application: Application | undefined,
  text: string,
): Promise<ConsentSearch['of']> {
  if (text === '') return { kind: 'all' };
  if (text.startsWith(consentIdPrefix)) return { kind: 'consent', ids: [text] };
  if (text.startsWith(accountIdPrefix)) return { kind: 'account', ids: [text] };
  const known = application ? providers.list(application.environment) : [];
  const providerId = findProviderId(known, text);
  if (providerId === undefined && application) {
    const providerIds = known.map(({ id }) => id);
    const person = { name: text, providerIds };
    const ids = await store.consents.findAccounts(application.clientId, person);
    if (ids.length > 0) return { kind: 'account', ids };
  }
  // The text may be the ID of a provider that is no longer offered.
  return { kind: 'provider', providerId: providerId ?? text };
}

function readTime(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

/** The current time, and the application if it still exists. The end of a consent depends on both. */
interface Present {
  readonly now: number;
  readonly application: Application | undefined;
}

export function describeConsent(row: TracedConsent, present: Present): Consent {
  const { number, account_owner, connected_at, standing_number, ...facts } = row;
  const { disconnected_at, disconnected_by, followed_at, ...record } = facts;
  return { ...record, shares: parseShares(row.shares), ended: describeEnd(row, present) };
}

function describeEnd(row: TracedConsent, { now, application }: Present): ConsentEnd | null {
  const { expires_at } = row;
  // The client ID may have been registered again, and the deleted application's accounts may wait to be purged.
  const isOfDeleted =
    row.account_owner !== application?.clientId &&
    row.granted_at < (application?.registered_at ?? Number.POSITIVE_INFINITY);
  const end = isOfDeleted
    ? ({ how: 'application_deleted', at: null, by: null } as const)
    : describeConnection(row);
  // A consent that was never used stays `not_connected`, even after its expiry. An end after the expiry does not count.
  if (expires_at === null || expires_at > now || end?.how === 'not_connected') return end;
  if (end !== null && end.at !== null && end.at < expires_at) return end;
  return { how: 'expired', at: expires_at, by: null };
}

function describeConnection(row: TracedConsent): ConsentEnd | null {
  const { number, standing_number, connected_at, disconnected_at: at } = row;
  if (standing_number === null || !connected_at || standing_number < number) {
    return { how: 'not_connected', at: null, by: null };
  }
  if (standing_number > number) return { how: 'followed', at: row.followed_at, by: null };
  return at === null ? null : { how: 'disconnected', at, by: row.disconnected_by };
}
