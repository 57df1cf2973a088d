import { sql } from 'kysely';

/*
 * The consents of an account are numbered, each in the transaction of its Allow. So their order does not depend
 * on clocks, nor on the order in which their codes are exchanged.
 *
 * - accounts.consent_count: the number of the last consent that was given.
 * - accounts.consent_number: the consent that the account stands on. It is the newest one that has been exchanged.
 * - accounts.first_consent: consents below this number have ended, and never come back.
 * - codes.consent_number: the consent that the code was issued for.
 */

/** A code, beside the account that it is for. */
interface ConsentPlace {
  readonly consent_number: number;
  readonly first_consent: number;
  /** Milliseconds since the epoch; null: it has no end. */
  readonly consent_ends_at: number | null;
}

/** @returns the condition that the consent of a row of `codes` has not ended, see {@link hasConsentEnded} */
export function consentHolds(now: number) {
  return sql<boolean>`(consent_ends_at IS NULL OR consent_ends_at > ${now})
    AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.client_id = codes.client_id
      AND accounts.provider_id = codes.provider_id AND accounts.username = codes.username
      AND accounts.first_consent > codes.consent_number)`;
}

/** @returns true when the consent of a code has been ended, or its time is over */
export function hasConsentEnded(
  { consent_number, first_consent, consent_ends_at }: ConsentPlace,
  now: number,
): boolean {
  return consent_number < first_consent || (consent_ends_at !== null && consent_ends_at <= now);
}
