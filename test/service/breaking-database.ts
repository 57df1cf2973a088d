import type { Store } from '../../src/connect/service/store/store.ts';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts';
import { createTestDatabase, openTestStoreAt } from './database.ts';
import { createOutageError } from './outage.ts';
import { wrapStore } from './wrap-store.ts';

/** A database that goes away in the middle of a request. */
export interface BreakingDatabase {
  readonly store: Store;
  /** PostgreSQL: after so many turns of the event loop, its connections break. SQLite: so many calls of the store work. */
  breakAfter(turns: number): { end(): Promise<void> };
  close(): Promise<void>;
}

export async function openBreakingDatabase(): Promise<BreakingDatabase> {
  const location = await createTestDatabase(':memory:');
  if (location.databaseUrl === undefined) return breakCalls(await openTestStoreAt(location));
  const proxy = await startCutProxy(location.databaseUrl);
  const databaseUrl = proxy.urlOf(location.databaseUrl);
  return breakConnections(await openTestStoreAt({ ...location, databaseUrl }), proxy);
}

function breakConnections(store: Store, proxy: CutProxy): BreakingDatabase {
  return {
    store,
    breakAfter(turns) {
      const cut = waitTurns(turns).then(() => proxy.cut());
      return {
        async end() {
          await cut;
          proxy.restore();
          // By then, the pool has noticed that its idle connections are broken.
          await waitTurns(20);
        },
      };
    },
    close: () => proxy.close(),
  };
}

async function waitTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** The call after the last one that works is done, and its answer is lost; the later ones fail at once. */
function breakCalls(store: Store): BreakingDatabase {
  let left = Number.POSITIVE_INFINITY;
  wrapStore(store, async (call) => {
    left -= 1;
    if (left < -1) throw createOutageError();
    const result = await call();
    if (left === -1) throw createOutageError();
    return result;
  });
  return {
    store,
    breakAfter(turns) {
      left = turns;
      return {
        async end() {
          left = Number.POSITIVE_INFINITY;
        },
      };
    },
    close: async () => {},
  };
}
