import Connect from '@mono.co/connect.js';
import { defineContender } from './harness.js';

defineContender({
  isShownLate: true,
  open({ onReady, onCode }) {
    const connect = new Connect({
      key: 'bench',
      onLoad: onReady,
      onSuccess: ({ code }) => onCode(code),
    });
    connect.setup();
    connect.open();
    // The SDK closes when it succeeds.
    return { close() {} };
  },
});
