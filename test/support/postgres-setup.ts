import type { TestProject } from 'vitest/node';
import { openPostgresStore } from '../../src/connect/service/store/postgres/open-postgres-store.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server. The database in it is a template with every table. */
    readonly postgresUrl?: string;
  }
}

/**
 * Vitest's global set-up: a server for the whole run, with a template that has every table.
 *
 * @param project - gets the address of the server
 * @returns the tear-down
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const store = await openPostgresStore(server.url);
  await store.close();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
