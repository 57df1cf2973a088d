import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const keyBytes = 32;

/**
 * Chooses a key for a sandbox, which needs no GRANT_KEY. If its data is persistent, the key is stored beside the
 * data. That protects nothing, but lets a later start open the grants.
 *
 * @param dataFolder - the folder of the database; undefined when it is in memory
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
