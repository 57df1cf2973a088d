import { open, preload } from 'tax-connect';
import { connectUrl, defineContender } from './harness.js';

const target = { clientId: 'bench', connectUrl };

defineContender({
  async preload() {
    preload(target);
  },
  open({ onReady, onCode }) {
    const { finished } = open({
      ...target,
      onSuccess: ({ code }) => onCode(code),
      onEvent: ({ name }) => {
        if (name === 'ready') onReady();
      },
    });
    // The modal closes when it succeeds.
    return { close() {}, closed: finished };
  },
});
