import { setImmediate as letOthersIn } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { batchSize } from '../batches.ts';

/**
 * SQLite is synchronous: without pauses, a loop over rows would let the process read no request until its end. Every
 * statement passes through here. When those of one turn of the event loop have returned or changed a batch of rows, the
 * next one waits for the next turn.
 */
export function createTurnGiver(): KyselyPlugin {
  let rows = 0;
  const startTurn = async () => {
    await letOthersIn();
    rows = 0;
  };
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const count = result.rows.length + Number(result.numAffectedRows ?? 0);
      if (rows === 0 && count > 0) void startTurn();
      rows += count;
      if (rows >= batchSize) await letOthersIn();
      return result;
    },
  };
}
