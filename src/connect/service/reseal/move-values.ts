import { setTimeout as wait } from 'node:timers/promises';
import { type GrantSeal, readKeyName, tryOpen } from '../providers/grant-seal.ts';
import {
  type SealedColumn,
  type SealedMove,
  type SealedValue,
  type SealedValueStore,
  sealedColumns,
} from '../store/sealed-values.ts';

/** How many values each key seals, by its name. */
export type KeyCounts = ReadonlyMap<string, number>;

/** One statement writes so many rows. */
const writeSize = 200;
const readSize = 1000;
/** Between two batches, in milliseconds, so that requests come first. */
const restMs = 5;

/** Reads everything in batches. @returns how many values each key seals */
export async function countKeys(values: SealedValueStore): Promise<KeyCounts> {
  const counts = new Map<string, number>();
  for (const column of sealedColumns) {
    for await (const batch of readBatches(values, column, readSize)) {
      for (const { sealed } of batch) {
        const name = readKeyName(sealed);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/**
 * Seals values again that another key than the first one has sealed. What a process has changed meanwhile stays. It
 * may be stopped at any time, and continues when it is called again.
 *
 * @returns how many values it has moved to the first key
 */
export async function moveValues(values: SealedValueStore, seal: GrantSeal): Promise<number> {
  let total = 0;
  // A request may store a value that it has read before its row was moved. So this ends with a pass without moves.
  for (let moved = -1; moved !== 0; total += moved) {
    moved = 0;
    for (const column of sealedColumns) {
      for await (const batch of readBatches(values, column, writeSize)) {
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

async function* readBatches(values: SealedValueStore, column: SealedColumn, size: number) {
  let after = '';
  for (;;) {
    const batch = await values.list(column, after, size);
    yield batch.filter(({ sealed }) => sealed !== '');
    const last = batch.at(-1);
    if (!last || batch.length < size) return;
    after = last.key;
    await wait(restMs);
  }
}
