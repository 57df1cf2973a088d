import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/connect/service/open-store.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a pooler before the server. Unset: the service connects to the server. */
    readonly poolerUrl?: string;
    /** Address of the server. The database in it is a template with every table. */
    readonly postgresUrl?: string;
  }
}

/**
 * Vitest's global set-up: a server for the whole run, with a template that has every table. The project
 * `service-pgbouncer` has a pooler before it.
 *
 * @param project - gets the addresses
 * @returns the tear-down
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const location = { databaseUrl: server.url, databaseFile: '', migrateOnStart: true };
  const store = await openStore(location, { onIdleError() {} });
  await store.close();
  project.provide('postgresUrl', server.url);
  const pooler =
    project.name === 'service-pgbouncer' ? await startPgBouncer(server.url) : undefined;
  if (pooler) project.provide('poolerUrl', pooler.urlOf(server.url));
  return async () => {
    await pooler?.stop();
    await server.stop();
  };
}
