import Nango from '@nangohq/frontend';
import { connectUrl, defineContender } from './harness.js';

const nango = new Nango();

defineContender({
  open({ onReady, onCode }) {
    return nango.openConnectUI({
      baseURL: connectUrl,
      sessionToken: 'bench',
      onEvent({ type, payload }) {
        if (type === 'ready') onReady();
        if (type === 'connect') onCode(payload.connectionId);
      },
    });
  },
});
