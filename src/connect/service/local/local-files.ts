import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Checks that an endpoint has the path. The patterns are those of the router, such as `/sdk/:folder/:name{.+}`.
 *
 * @throws Error that lists the existing paths
 */
export function assertPath(path: string, patterns: readonly string[]): void {
  // A pattern with a star is not an endpoint. It only guards others, or refuses requests.
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
 * Chooses a key for a sandbox, so that its developer need not set GRANT_KEY. If the sandbox keeps its data in a
 * folder, the key is stored there, too. The stored key protects nothing, but lets a later start decrypt the grants.
 */
export function chooseGrantKey(dataFolder: string | undefined): Buffer {
  const key = randomBytes(keyBytes);
  if (dataFolder === undefined) return key;
  const file = join(dataFolder, 'grant-key');
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // A start that was killed may have left an empty file.
  if (kept !== '') return Buffer.from(kept, 'base64');
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, key.toString('base64'), { mode: 0o600 });
  return key;
}
