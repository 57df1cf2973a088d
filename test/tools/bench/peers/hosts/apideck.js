import { ApideckVault } from '@apideck/vault-js';
import { defineContender } from './harness.js';

/** The time after a close until its timers have ended. */
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
        // Its timer removes any frame, also the next one, so wait until it has run.
        setTimeout(finish, removalMs);
      },
      closed,
    };
  },
});
