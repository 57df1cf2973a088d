// Uses its class, not its React hook, which does more. It has no event for a page that is ready.
import { FinchConnect } from '@tryfinch/react-connect';
import { connectOrigin, defineContender } from './harness.js';

let onCode;
const finch = FinchConnect.initialize({
  apiConfig: { connectUrl: connectOrigin },
  onSuccess: ({ code }) => onCode(code),
  onError() {},
  onClose() {},
});

defineContender({
  open(listener) {
    ({ onCode } = listener);
    finch.open({ sessionId: 'bench' });
    // The SDK closes when it succeeds.
    return { close() {} };
  },
});
