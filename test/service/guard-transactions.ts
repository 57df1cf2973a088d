import { AsyncLocalStorage } from 'node:async_hooks';
import { DefaultConnectionProvider, TransactionBuilder } from 'kysely';
import { Pool } from 'pg';

/* A transaction that asks for a second connection fails in every test of the service. With all connections in such
   transactions, the service would wait for itself. */

/** Work that a transaction has started may go on after its end. */
interface Work {
  isOpen: boolean;
}

const transactions = new AsyncLocalStorage<Work>();

function assertOutside(): void {
  if (transactions.getStore()?.isOpen)
    throw new Error('A transaction has asked for a second connection to the database.');
}

const { execute } = TransactionBuilder.prototype;
TransactionBuilder.prototype.execute = function (callback) {
  return execute.call(this, async (transaction) => {
    const work: Work = { isOpen: true };
    try {
      return await transactions.run(work, () => callback(transaction));
    } finally {
      work.isOpen = false;
    }
  }) as ReturnType<typeof callback>;
};

const { provideConnection } = DefaultConnectionProvider.prototype;
DefaultConnectionProvider.prototype.provideConnection = async function (consumer) {
  assertOutside();
  return (await provideConnection.call(this, consumer)) as Awaited<ReturnType<typeof consumer>>;
};

// The parts that do not use Kysely.
const { connect } = Pool.prototype;
Pool.prototype.connect = new Proxy(connect, {
  apply(target, pool, parameters) {
    assertOutside();
    return Reflect.apply(target, pool, parameters);
  },
});
