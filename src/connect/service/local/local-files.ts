import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The patterns are in the router's syntax: `/sdk/:folder/:name{.+}`.
 *
 * @throws Error for a path without an endpoint; it lists the existing paths
 */
export function assertPath(path: string, patterns: readonly string[]): void {
  // A pattern with a star only refuses requests for other paths or methods.
  const known = patterns.filter((pattern) => !pattern.includes('*'));
  if (known.some((pattern) => toExpression(pattern).test(path))) return;
  const names = known.filter((pattern) => !pattern.includes('/:')).sort();
  throw new Error(
    `failNext: the service has no path ${path}. Give one of these, without a query: ${names.join(', ')}.`,
  );
}

function toExpression(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (part.startsWith(':')) return part.includes('{') ? '.+' : '[^/]+';
    return part.replace(/[.]/g, '\\.');
  });
  return new RegExp(`^${parts.join('/')}$`);
}

const keyBytes = 32;

/**
 * Chooses a key for a sandbox, which needs no GRANT_KEY. If its data is persistent, the key is stored beside the
 * data. That protects nothing, but lets a later start open the grants.
 */
export function chooseGrantKey(dataFolder: string | undefined): Buffer {
  const key = randomBytes(keyBytes);
  if (dataFolder === undefined) return key;
  const file = join(dataFolder, 'grant-key');
  if (existsSync(file)) return Buffer.from(readFileSync(file, 'utf8'), 'base64');
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, key.toString('base64'), { mode: 0o600 });
  return key;
}
