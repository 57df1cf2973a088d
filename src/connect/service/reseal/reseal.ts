import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createGrantSeal, type GrantSeal, readKeyName, tryOpen } from '../basics/grant-seal.ts';
import { type Config, readConfig } from '../config.ts';
import { explainStartError } from '../explain-start-error.ts';
import { openStore } from '../open-store.ts';
import {
  type KeyCounts,
  restMs,
  type SealedColumn,
  type SealedMove,
  type SealedValue,
  type SealedValueStore,
  sealedColumns,
} from './sealed-values.ts';

/** The result of `npx tax-connect reseal`. */
export interface Resealed {
  /** The names of the keys, in the order of GRANT_KEY. */
  readonly keys: readonly string[];
  readonly before: KeyCounts;
  readonly after: KeyCounts;
  readonly moved: number;
}

/**
 * Encrypts every sealed (encrypted) value with the first key of GRANT_KEY, while processes serve.
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
  // Opening a missing file would create a new database.
  if (databaseUrl === undefined && !existsSync(databaseFile)) {
    throw new Error(`DATA_DIR: there is no database ${databaseFile}.`);
  }
  try {
    return await openStore(config, { onIdleError() {} });
  } catch (error) {
    throw new Error(explainStartError(error, config), { cause: error });
  }
}

/** The number of values that one statement reads or replaces. */
const batchSize = 200;
const maxPasses = 10;

/**
 * Encrypts again, with the first key, the values that another key has encrypted. Values that a process has changed
 * meanwhile are left out. The work can be stopped at any time; the next call continues it.
 *
 * @returns the number of values moved to the first key
 */
export async function moveValues(values: SealedValueStore, seal: GrantSeal): Promise<number> {
  let total = 0;
  // A request may store a value that it read before its row was moved, so this repeats until a pass moves nothing. If
  // even the last pass moves values, some process still encrypts with another key.
  for (let pass = 1, moved = -1; moved !== 0 && pass <= maxPasses; pass += 1, total += moved) {
    moved = 0;
    for (const column of sealedColumns) {
      for await (const batch of readBatches(values, column)) {
        const moves = batch.flatMap((value) => sealAgain(seal, column, value));
        if (moves.length > 0) moved += await values.replace(column, moves);
      }
    }
  }
  return total;
}

function sealAgain(
  seal: GrantSeal,
  { kinds }: SealedColumn,
  { key, sealed, owner }: SealedValue,
): readonly SealedMove[] {
  if (readKeyName(sealed) === seal.keyNames[0]) return [];
  for (const kind of kinds) {
    const context = JSON.stringify([kind, ...owner]);
    const opened = tryOpen(seal, sealed, context);
    if (opened) return [{ key, from: sealed, to: seal.seal(opened.value, context) }];
  }
  return [];
}

async function* readBatches(values: SealedValueStore, column: SealedColumn) {
  let after = '';
  for (;;) {
    const batch = await values.list(column, after, batchSize);
    yield batch.filter(({ sealed }) => sealed !== '');
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return;
    after = last.key;
    await wait(restMs);
  }
}
