import type { Consent, ConsentEnd } from '../../shapes/consent-answers.ts';
import { parseShares } from '../../shapes/unions.ts';
import type { ConsentTraces, TracedConsent } from './consents.ts';

/** The current values on which the end of a consent depends. */
interface Present {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly hasApplication: boolean;
}

/** @returns a record for the operator's programs, with the known facts about its end */
export function describeConsent(row: TracedConsent, present: Present): Consent {
  return {
    consent_id: row.id,
    client_id: row.clientId,
    application: row.application,
    environment: row.environment,
    provider_id: row.providerId,
    provider: row.provider,
    account_id: row.accountId,
    shares: parseShares(row.shares),
    purpose: row.purpose,
    privacy_url: row.privacyUrl,
    locale: row.locale,
    text_hash: row.textHash,
    granted_at: row.grantedAt,
    expires_at: row.endsAt,
    ended: describeEnd(row, present),
  };
}

function describeEnd(
  { endsAt, ...traces }: TracedConsent,
  { now, hasApplication }: Present,
): ConsentEnd | null {
  const end = describeTraces(traces, hasApplication);
  // A consent that was never used has no other end. An end after its expiry does not count.
  if (endsAt === null || endsAt > now || end?.how === 'not_connected') return end;
  if (end !== null && end.at !== null && end.at < endsAt) return end;
  return { how: 'expired', at: endsAt, by: null };
}

function describeTraces(
  traces: ConsentTraces & Pick<TracedConsent, 'number'>,
  hasApplication: boolean,
): ConsentEnd | null {
  const { number, followedAt, connectedAt, standingNumber, disconnectedAt } = traces;
  const notConnected = { how: 'not_connected', at: null, by: null } as const;
  if (!hasApplication) return { how: 'application_deleted', at: null, by: null };
  if (standingNumber === null || !connectedAt || standingNumber < number) return notConnected;
  if (standingNumber > number) return { how: 'followed', at: followedAt, by: null };
  if (disconnectedAt === null) return null;
  return { how: 'disconnected', at: disconnectedAt, by: traces.disconnectedBy };
}
