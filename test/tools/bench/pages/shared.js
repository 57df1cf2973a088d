// Code that the pages of the benchmarks share. None of it runs between `open` and the measured moment.

/**
 * The interface of a host's page for the benchmarks, as `globalThis.benchPage`.
 *
 * @typedef {object} BenchPage
 * @property {() => Promise<void>} preload - resolves when the hidden frame has said hello
 * @property {() => Promise<number>} open - resolves when the page has come to rest, with the milliseconds from the call
 *   until the selector was painted
 */

/** The time that a page is watched after it is ready. The work of the opening ends before that. */
const restMs = 100;

const parameters = new URLSearchParams(location.search);

/** The address of Connect, which the benchmark passes in. */
export const target = {
  clientId: parameters.get('client_id') ?? '',
  connectUrl: parameters.get('connect_url') ?? '',
};

/** @returns {Promise<void>} resolves when the drawn content has been painted */
export function waitForPaint() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // The task after the frame's callbacks comes after its paint.
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
  });
}

/** @returns {Promise<void>} resolves when the work of the opening is over */
export async function rest() {
  await waitForPaint();
  await new Promise((resolve) => setTimeout(resolve, restMs));
}

/** @returns {Promise<void>} resolves when a page of the Connect origin has said hello to this window */
export function waitForHello() {
  const { origin } = new URL(target.connectUrl);
  return new Promise((resolve) => {
    /** @param {MessageEvent} event - of any window */
    const handleMessage = (event) => {
      if (event.origin !== origin) return;
      removeEventListener('message', handleMessage);
      resolve();
    };
    addEventListener('message', handleMessage);
  });
}
