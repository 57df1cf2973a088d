import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DevOptions } from './command-line.ts';

/** The credentials of the sandbox's application. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Creates a secret once for each project. It is kept beside the packages, or in `--data-dir`, so an
 * environment file of the developer still works after a restart. Different projects have different secrets.
 *
 * @returns the credentials of the test application
 */
export function chooseCredentials(options: DevOptions): Credentials {
  const clientId = options.clientId ?? 'test_app';
  const clientSecret = options.clientSecret ?? keepSecret(chooseFolder(options));
  return { clientId, clientSecret };
}

function chooseFolder({ dataFolder }: DevOptions): string | undefined {
  if (dataFolder !== undefined) return dataFolder;
  return existsSync('node_modules') ? join('node_modules', '.cache', 'tax-connect') : undefined;
}

function keepSecret(folder: string | undefined): string {
  const made = `test_secret_${randomBytes(24).toString('hex')}`;
  if (folder === undefined) return made;
  const file = join(folder, 'sandbox-secret');
  try {
    const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (kept.length >= made.length) return kept;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${made}\n`, { mode: 0o600 });
  } catch {
    // The folder cannot be written, so the secret is valid for this run only.
  }
  return made;
}
