// This SDK has no event for a page that is ready.
import { showKomboConnect } from '@kombo-api/connect';
import { connectUrl, defineContender } from './harness.js';

defineContender({
  open({ onCode }) {
    showKomboConnect(connectUrl).then(onCode);
    // The SDK closes when it succeeds.
    return { close() {} };
  },
});
