import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DevOptions } from './command-line.ts';

/** The credentials of the sandbox's application. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Undefined without `--webhook`. */
  readonly webhookSecret: string | undefined;
}

/**
 * Chooses the credentials. Each secret is created once for each project, and stored beside the packages or in
 * `--data-dir`, so that a developer's environment file still works after a restart. Different projects have
 * different secrets.
 */
export function chooseCredentials(options: DevOptions): Credentials {
  const folder = chooseFolder(options);
  const keep = (name: string, made: string) => keepSecret({ folder, name, made });
  return {
    clientId: options.clientId ?? 'test_app',
    clientSecret:
      options.clientSecret ??
      keep('sandbox-secret', `test_secret_${randomBytes(24).toString('hex')}`),
    webhookSecret:
      options.webhook === undefined
        ? undefined
        : keep('webhook-secret', `whsec_${randomBytes(32).toString('base64')}`),
  };
}

function chooseFolder({ dataFolder }: DevOptions): string | undefined {
  if (dataFolder !== undefined) return dataFolder;
  return existsSync('node_modules') ? join('node_modules', '.cache', 'tax-connect') : undefined;
}

interface KeptSecret {
  readonly folder: string | undefined;
  /** The name of the secret's file. */
  readonly name: string;
  /** The secret to store, unless the file already has one. */
  readonly made: string;
}

function keepSecret({ folder, name, made }: KeptSecret): string {
  if (folder === undefined) return made;
  const file = join(folder, name);
  try {
    const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (kept.length >= made.length) return kept;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${made}\n`, { mode: 0o600 });
  } catch {
    // The folder cannot be written, so the secret is valid only for this run.
  }
  return made;
}
