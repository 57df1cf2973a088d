import process from 'node:process';
import type { MigrateOptions } from './command-line.ts';
import { migrateUrl } from './package-files.ts';

/** The built module, which has the type of its source. */
type Migrate = typeof import('../connect/service/migrate.ts');

/** @throws Error when the tables could not be updated; the message says what to do */
export async function runMigrate(options: MigrateOptions): Promise<void> {
  const { migrate }: Migrate = await import(migrateUrl);
  await migrate(process.env, { ...options, report: (line) => process.stdout.write(`${line}\n`) });
}
