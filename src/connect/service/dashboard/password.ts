import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { areSameHashes } from '../secrets.ts';
import type { OperatorStore, PasswordHash } from '../store/operator.ts';

// A password is chosen by a person, so guessing has to be slow. 16 MB and five rounds are among the
// settings that OWASP calls equivalent; the common 128 MB would be more than the whole service uses.
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
export const defaultPasswordCost: ScryptOptions = {
  N: 2 ** 14,
  r: 8,
  p: 5,
  maxmem: 64 * 1024 * 1024,
};
const hashBytes = 32;

/** What a password is checked with. */
export interface PasswordKeeper {
  /** Where the hash is kept. */
  readonly store: OperatorStore;
  /** What one guess costs; the same for as long as the hash is kept. */
  readonly cost: ScryptOptions;
}

/** @returns a password for services without a chosen one: 128 random bits */
export function createPassword(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Makes the configured password the one that opens the dashboard. If it is another one than before,
 * every session ends.
 *
 * @param keeper - of the password
 * @param password - in clear
 */
export async function installPassword(keeper: PasswordKeeper, password: string): Promise<void> {
  if (await isPassword(keeper, password)) return;
  const salt = randomBytes(16).toString('hex');
  const hash = await hashPassword(password, salt, keeper.cost);
  await keeper.store.replacePassword({ salt, hash });
}

/**
 * @param keeper - of the password
 * @param password - in clear, as it was sent
 * @returns whether it is the dashboard's
 */
export async function isPassword(
  { store, cost }: PasswordKeeper,
  password: string,
): Promise<boolean> {
  const known: PasswordHash | undefined = await store.findPassword();
  if (known === undefined) return false;
  return areSameHashes(known.hash, await hashPassword(password, known.salt, cost));
}

function hashPassword(password: string, salt: string, cost: ScryptOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    // The same letter may be typed in two ways, one code point or two.
    scrypt(password.normalize('NFC'), salt, hashBytes, cost, (error, hash) => {
      if (error) reject(error);
      else resolve(hash.toString('hex'));
    });
  });
}
