import { setImmediate as letOthersIn } from 'node:timers/promises';
import type { KyselyConfig, KyselyPlugin, SqliteDialect } from 'kysely';
import { batchSize } from '../batches.ts';

/**
 * Makes long work yield to the event loop. SQLite is synchronous: without pauses, a loop over rows would keep the
 * process from reading requests until it ends. Every statement passes through here. Once the statements of a turn
 * have returned or changed a batch of rows, the next statement or transaction waits for the next turn. Statements
 * in a transaction never wait, because another connection might be waiting for the lock.
 *
 * @returns the options of Kysely for the dialect
 */
export function giveTurns(dialect: SqliteDialect): Pick<KyselyConfig, 'dialect' | 'plugins'> {
  let rows = 0;
  const count = (added: number) => {
    if (rows === 0 && added > 0)
      void letOthersIn().then(() => {
        rows = 0;
      });
    rows += added;
  };
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async () => {
      if (rows >= batchSize) await letOthersIn();
      return await acquire();
    };
    return driver;
  };
  const counting = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count(result.rows.length + Number(result.numAffectedRows ?? 0));
      return result;
    },
  } satisfies KyselyPlugin;
  return { dialect, plugins: [counting] };
}
