// Connect as an application embeds it with the SDK.
import { readClock, rest, target, waitForHello, waitForPaint } from './shared.js';

/**
 * @param {Pick<typeof import('tax-connect'), 'open' | 'preload'>} sdk - the built one
 * @returns {import('./shared.js').BenchPage} what the benchmarks use
 */
export function createWithSdk({ open, preload }) {
  return {
    async preload() {
      const hello = waitForHello();
      preload(target);
      await hello;
    },

    async open() {
      const began = performance.now();
      const times = await new Promise((resolve, reject) => {
        let readyMs = 0;
        open({
          ...target,
          onSuccess() {},
          onExit: ({ error }) => reject(error),
          async onEvent(event) {
            if (event.name === 'ready') readyMs = performance.now() - began;
            if (event.name !== 'step_changed' || event.step !== 'select') return;
            await waitForPaint();
            resolve({ readyMs, visibleMs: performance.now() - began });
          },
        });
      });
      assertSelectorIsDrawn();
      await rest();
      return times;
    },

    receiveCode: () =>
      new Promise((resolve, reject) => {
        open({
          ...target,
          onSuccess: ({ code }) => resolve(readClock() - Number(code)),
          onExit: ({ error }) => reject(error),
        });
      }),
  };
}

/** Or the time until it is seen would be the time until nothing is seen. */
function assertSelectorIsDrawn() {
  const root = document.documentElement.lastElementChild?.shadowRoot;
  const option = root?.querySelector('[role=option]');
  if (!option?.getBoundingClientRect().height) throw new Error('No provider can be seen.');
}
