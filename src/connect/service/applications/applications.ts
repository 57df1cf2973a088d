import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { hashSecret } from '../basics/secrets.ts';
import type { Database } from '../store/schema.ts';
import { publicClientId, selectApplications } from './application-tables.ts';
import { writeTerms } from './consent-terms.ts';
import type { FindCredentials } from './credentials.ts';
import { readLogo, writeLogo } from './logos.ts';
import {
  type Application,
  type ApplicationRegistration,
  anonymousShare,
} from './registered-application.ts';

interface Submission {
  readonly defaultLimit: number;
  /** True when the person submitted on the public Connect page, which anyone can use. */
  readonly isAnonymous: boolean;
}

export function createApplicationStore(
  database: Kysely<Database>,
  findWithSecrets: FindCredentials,
) {
  return {
    find: (clientId: string): Promise<Application | undefined> =>
      selectApplications(database).where('client_id', '=', clientId).executeTakeFirst(),
    findByPublicId: (id: string): Promise<Application | undefined> =>
      selectApplications(database).where(publicClientId, '=', id).executeTakeFirst(),
    /** Finds an application and its secrets by the client ID that developers know. */
    findWithSecrets,
    /** Adds the application. If it exists, this replaces its registration and keeps its usage. */
    register: (registration: ApplicationRegistration, now: number): Promise<void> =>
      register(database, registration, now),
    countSubmission: (clientId: string, submission: Submission): Promise<boolean> =>
      countSubmission(database, clientId, submission),
  };
}

/**
 * Counts a submission of credentials. Returns false when it would exceed the limit, or the share of it that the
 * public page may use. A single statement does both, so that parallel submissions cannot exceed the limit.
 */
async function countSubmission(
  database: Kysely<Database>,
  clientId: string,
  { defaultLimit, isAnonymous }: Submission,
): Promise<boolean> {
  const limit = sql<number>`coalesce(submission_limit, ${defaultLimit})`;
  const { numerator, denominator } = anonymousShare;
  const added = isAnonymous ? 1 : 0;
  let counted = database
    .updateTable('applications')
    .set({
      submissions_used: sql`submissions_used + 1`,
      anonymous_submissions: sql`anonymous_submissions + ${added}`,
    })
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .where('submissions_used', '<', limit);
  if (isAnonymous) {
    const used = sql<number>`anonymous_submissions * ${denominator}`;
    counted = counted.where(used, '<', sql<number>`${limit} * ${numerator}`);
  }
  return (await counted.returning('client_id').execute()).length > 0;
}

async function register(
  database: Kysely<Database>,
  registration: ApplicationRegistration,
  now: number,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const client_id = await keepApplication(transaction, registration, now);
    const logo = readLogo(registration.logo ?? '');
    await writeLogo(transaction, client_id, typeof logo === 'string' ? null : logo);
    for (const table of ['application_secrets', 'redirect_uris', 'origins'] as const) {
      await transaction.deleteFrom(table).where('client_id', '=', client_id).execute();
    }
    const secret_hash = hashSecret(registration.client_secret);
    await transaction
      .insertInto('application_secrets')
      .values({ client_id, secret_hash })
      .execute();
    for (const redirect_uri of new Set(registration.redirect_uris)) {
      await transaction.insertInto('redirect_uris').values({ client_id, redirect_uri }).execute();
    }
    for (const origin of new Set(registration.origins)) {
      await transaction.insertInto('origins').values({ client_id, origin }).execute();
    }
  });
}

/**
 * Updates the application with this client ID, or adds it. A deleted application keeps its key until it is purged, so
 * an application that reuses its client ID gets another key.
 */
async function keepApplication(
  transaction: Transaction<Database>,
  registration: ApplicationRegistration,
  registered_at: number,
): Promise<string> {
  const { client_id: id, name, environment, submission_limit = null } = registration;
  const { token_days = null, accent_color = null, support_url = null } = registration;
  const values = {
    ...{ name, environment, submission_limit, token_days, accent_color, support_url },
    ...writeTerms(registration),
    source: 'file' as const,
  };
  // The second key contains a space, so it cannot equal a client ID.
  const keys = [id, `${id} ${randomBytes(8).toString('hex')}`];
  for (const client_id of [...keys, ...keys]) {
    const updated = await transaction
      .updateTable('applications')
      .set(values)
      .where(publicClientId, '=', id)
      .where('deleted_at', 'is', null)
      .returning('client_id')
      .executeTakeFirst();
    if (updated) return updated.client_id;
    const added = await transaction
      .insertInto('applications')
      .values({ client_id, public_client_id: id, registered_at, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .returning('client_id')
      .executeTakeFirst();
    if (added) return added.client_id;
  }
  throw new Error(
    `Several processes delete and register the application ${id} at once. Start one of them again.`,
  );
}
