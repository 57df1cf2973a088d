import { sql } from 'kysely';

/* Each consent of an account gets a number in the transaction that allows it. So the order does not depend on
   clocks, nor on the order in which codes are exchanged.

   - accounts.consent_count: the number of the last consent that was given.
   - accounts.consent_number: the consent in use. It is the newest one that has been exchanged.
   - accounts.first_consent: consents with a lower number have ended, and never come back.
   - codes.consent_number: the consent that the code was issued for. */

/** A code joined with its account. */
interface ConsentPlace {
  readonly consent_number: number;
  readonly first_consent: number;
  /** Milliseconds since the epoch; null when it never ends. */
  readonly consent_ends_at: number | null;
}

/** @returns the SQL condition that the consent of a row of `codes` has not ended, see {@link hasConsentEnded} */
export function consentHolds(now: number) {
  return sql<boolean>`(consent_ends_at IS NULL OR consent_ends_at > ${now})
    AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.client_id = codes.client_id
      AND accounts.provider_id = codes.provider_id AND accounts.username = codes.username
      AND accounts.first_consent > codes.consent_number)`;
}

/** @returns whether the consent of a code was ended or has expired */
export function hasConsentEnded(
  { consent_number, first_consent, consent_ends_at }: ConsentPlace,
  now: number,
): boolean {
  return consent_number < first_consent || (consent_ends_at !== null && consent_ends_at <= now);
}
