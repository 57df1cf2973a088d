// What the pages of the benchmarks share. None of it runs between `open` and what is measured.

/**
 * What a host's page offers to the benchmarks, as `globalThis.benchPage`.
 *
 * @typedef {object} BenchPage
 * @property {() => Promise<void>} preload - resolves when the hidden frame has said hello
 * @property {() => Promise<OpenTimes>} open - resolves when the page has come to rest
 * @property {() => Promise<number>} receiveCode - one way of a code, in milliseconds
 *
 * @typedef {{ readyMs: number, visibleMs?: number }} OpenTimes - since `open`
 */

/** How long a page is watched after it is ready: everything the opening has caused is over by then. */
const restMs = 100;

const parameters = new URLSearchParams(location.search);

/** Where Connect is, as the benchmark says. */
export const target = {
  clientId: parameters.get('client_id') ?? '',
  connectUrl: parameters.get('connect_url') ?? '',
};

/** @returns {Promise<void>} when what has been drawn can be seen */
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

/** @returns {Promise<void>} when nothing is left of the opening */
export async function rest() {
  await waitForPaint();
  await new Promise((resolve) => setTimeout(resolve, restMs));
}

/** @returns {Promise<void>} when a page of the Connect origin has said hello to this window */
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

/**
 * Both frames read one clock of the machine; each adds the moment from which it counts.
 *
 * @returns {number} milliseconds since 1970, with fractions
 */
export function readClock() {
  return performance.timeOrigin + performance.now();
}
