import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const keyBytes = 32;

/**
 * A sandbox needs no GRANT_KEY. Where its data stays, its key stays beside it: that protects
 * nothing, but grants of an earlier start can be opened.
 *
 * @param dataFolder - of the database; undefined: it is in memory
 * @returns 32 bytes
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
