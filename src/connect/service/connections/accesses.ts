import type { Kysely } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import type { Database } from '../store/schema.ts';

/** A person, named by the stable ID (`subject`) at a provider, and the environments that this provider serves. */
export interface ProviderPerson {
  readonly providerId: string;
  readonly subject: string;
  /** `test`, `live` or both. In an environment that is left out, the same ID may name another provider. */
  readonly environments: readonly Environment[];
}

/** Creates the statements for `/manage`, where a person sees and ends the accesses of applications to an account. */
export function createAccessStatements(database: Kysely<Database>) {
  const accountsOf = ({ providerId, subject, environments }: ProviderPerson) =>
    database
      .selectFrom('accounts')
      .innerJoin('applications', 'applications.client_id', 'accounts.client_id')
      .where('accounts.provider_id', '=', providerId)
      .where('accounts.username', '=', subject)
      .where('applications.environment', 'in', environments)
      .where('applications.deleted_at', 'is', null);
  return {
    /** Lists the current accesses through the person's account, newest consent first, without expired consents. */
    listAccesses: (person: ProviderPerson, now: number) =>
      accountsOf(person)
        .leftJoin('application_logos', 'application_logos.client_id', 'accounts.client_id')
        .select(['accounts.id as account_id', 'accounts.shares', 'accounts.status'])
        .select(['accounts.consented_at as granted_at', 'accounts.consent_ends_at as ends_at'])
        .select(['accounts.last_used_at', 'applications.name', 'applications.environment'])
        .select('application_logos.name as logo')
        .where('accounts.disconnected_at', 'is', null)
        .where('accounts.status', '!=', 'expired')
        // Excludes expired consents that the sweep has not marked yet.
        .where(({ eb, or }) =>
          or([
            eb('accounts.consent_ends_at', 'is', null),
            eb('accounts.consent_ends_at', '>', now),
          ]),
        )
        .$narrowType<{ status: 'active' | 'login_required' }>()
        .orderBy('accounts.consented_at', 'desc')
        .orderBy('accounts.id')
        .execute(),
    /** Finds the application of an access, even an ended one. Undefined for an account of another person. */
    findAccess: (person: ProviderPerson, accountId: string) =>
      accountsOf(person)
        .select(['accounts.client_id', 'applications.name'])
        .where('accounts.id', '=', accountId)
        .executeTakeFirst(),
    async noteUse(accountId: string, now: number): Promise<void> {
      await database
        .updateTable('accounts')
        .set({ last_used_at: now })
        .where('id', '=', accountId)
        .execute();
    },
  };
}
