import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DevOptions } from './command-line.ts';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The secret that signs events; undefined without `--webhook`. */
  readonly webhookSecret: string | undefined;
}

/** Chooses the credentials. A project keeps its secrets, so that its environment file works after a restart. */
export function chooseCredentials(options: DevOptions): Credentials {
  const folder = chooseFolder(options);
  return {
    clientId: options['client-id'] ?? 'test_app',
    clientSecret:
      options['client-secret'] ??
      keepSecret(folder, 'sandbox-secret', `test_secret_${randomBytes(24).toString('hex')}`),
    webhookSecret:
      options.webhook === undefined
        ? undefined
        : keepSecret(folder, 'webhook-secret', `whsec_${randomBytes(32).toString('base64')}`),
  };
}

function chooseFolder({ 'data-dir': dataFolder }: DevOptions): string | undefined {
  if (dataFolder !== undefined) return dataFolder;
  return existsSync('node_modules') ? join('node_modules', '.cache', 'tax-connect') : undefined;
}

/** Reads the secret in a file of the folder. Stores `made`, a new secret, if the file contains none. */
function keepSecret(folder: string | undefined, name: string, made: string): string {
  if (folder === undefined) return made;
  const file = join(folder, name);
  try {
    const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (kept.length >= made.length) return kept;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${made}\n`, { mode: 0o600 });
  } catch {
    // If the file cannot be read or written, the new secret is valid only until the sandbox stops.
  }
  return made;
}
