import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { areSameHashes } from '../basics/secrets.ts';
import type { OperatorStore, PasswordHash } from './operator.ts';

// People choose weak passwords, so each guess must be expensive. 16 MB and five rounds are one of OWASP's
// equivalent settings. The common 128 MB would exceed the memory of the rest of the service.
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
export const defaultPasswordCost: ScryptOptions = {
  N: 2 ** 14,
  r: 8,
  p: 5,
  maxmem: 64 * 1024 * 1024,
};
/**
 * A password of 128 random bits cannot be guessed, so a cheap hash is enough and saves a fifth of a second of CPU
 * at start.
 */
const randomPasswordCost: ScryptOptions = { N: 2 ** 10, r: 8, p: 1 };
const hashBytes = 32;

/** The stored hash and the cost of checking a password. */
export interface PasswordKeeper {
  /** The store with the hash. */
  readonly store: OperatorStore;
  /** The cost of a guess. It must not change while the hash is stored. */
  readonly cost: ScryptOptions;
}

/** The dashboard's password, configured or generated. */
interface ChosenPassword {
  readonly dashboardPassword: string;
  /** Default: {@link defaultPasswordCost}. */
  readonly passwordCost?: ScryptOptions;
  /** The generated password. */
  readonly randomPassword: string | undefined;
}

/**
 * @param configured - the configured password, if any
 * @returns the configured password, or a generated one of 128 random bits
 */
export function choosePassword(configured: string | undefined): ChosenPassword {
  if (configured) return { dashboardPassword: configured, randomPassword: undefined };
  const password = randomBytes(16).toString('hex');
  return {
    dashboardPassword: password,
    passwordCost: randomPasswordCost,
    randomPassword: password,
  };
}

/**
 * Stores the configured password. If it differs from the stored one, every session ends.
 *
 * @param password - plain text
 */
export async function installPassword(keeper: PasswordKeeper, password: string): Promise<void> {
  if (await isPassword(keeper, password)) return;
  const salt = randomBytes(16).toString('hex');
  const hash = await hashPassword(password, salt, keeper.cost);
  await keeper.store.replacePassword({ salt, hash });
}

/**
 * @param password - plain text from the request
 * @returns whether it is the dashboard's password
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
    // The same letter can be one code point or two, depending on the keyboard.
    scrypt(password.normalize('NFC'), salt, hashBytes, cost, (error, hash) => {
      if (error) reject(error);
      else resolve(hash.toString('hex'));
    });
  });
}
