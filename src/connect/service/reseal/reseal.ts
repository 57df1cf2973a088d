import { existsSync } from 'node:fs';
import { createGrantSeal } from '../basics/grant-seal.ts';
import { type Config, readConfig } from '../config.ts';
import { explainStartError } from '../explain-start-error.ts';
import { openStore } from '../open-store.ts';
import { moveValues } from './move-values.ts';
import type { KeyCounts } from './sealed-values.ts';

/** The result of `npx tax-connect reseal`. */
export interface Resealed {
  /** The names of the keys in the order of GRANT_KEY. */
  readonly keys: readonly string[];
  readonly before: KeyCounts;
  readonly after: KeyCounts;
  readonly moved: number;
}

/**
 * Moves every sealed value to the first key of GRANT_KEY, while processes serve.
 *
 * @param variables - the environment of `serve`
 * @throws Error when the environment is wrong, or the database does not answer
 */
export async function reseal(variables: NodeJS.ProcessEnv): Promise<Resealed> {
  const config = readConfig(variables);
  if (!config.grantKeys) throw new Error('GRANT_KEY is not set, so there is no key to move to.');
  const seal = createGrantSeal(config.grantKeys);
  const store = await open(config);
  try {
    const before = await store.sealedValues.countKeys();
    const moved = await moveValues(store.sealedValues, seal);
    return { keys: seal.keyNames, before, moved, after: await store.sealedValues.countKeys() };
  } finally {
    await store.close();
  }
}

async function open(config: Config) {
  const { databaseUrl, databaseFile } = config;
  // Opening a missing file would create it.
  if (databaseUrl === undefined && !existsSync(databaseFile)) {
    throw new Error(`DATA_DIR: there is no database ${databaseFile}.`);
  }
  try {
    return await openStore(config, { onIdleError() {} });
  } catch (error) {
    throw new Error(explainStartError(error, config), { cause: error });
  }
}
