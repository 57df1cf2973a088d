import { ApideckVault } from '@apideck/vault-js';
import { defineContender } from './harness.js';

/** After a close, until its timers are over. */
const removalMs = 800;

defineContender({
  open({ onReady, onCode }) {
    ApideckVault.open({
      token: 'bench',
      onReady,
      onConnectionChange: (connection) => onCode(connection.id),
    });
    /** @type {() => void} */
    let finish;
    const closed = new Promise((resolve) => {
      finish = resolve;
    });
    return {
      close() {
        ApideckVault.close();
        // It removes whatever frame there is by then, also the next one.
        setTimeout(finish, removalMs);
      },
      closed,
    };
  },
});
