// Shared by the host pages of all contenders. It measures. The contender's file only embeds its page.

/**
 * The way to embed one contender, as its documentation says.
 *
 * @typedef {object} Contender
 * @property {() => Promise<void>} [preload] - if the SDK can preload
 * @property {(listener: Listener) => Open} open - shows its Connect page
 * @property {boolean} [isShownLate] - true when a timer shows the frame, even after an early close
 *
 * @typedef {object} Listener
 * @property {() => void} onReady - the SDK said that the page is ready
 * @property {(code: string) => void} onCode - the SDK handed the result over
 *
 * @typedef {object} Open
 * @property {() => void} close - cleans up after a result, as the SDK requires of the host
 * @property {Promise<unknown>} [closed] - if the SDK says when it can be opened again
 *
 * @typedef {object} Times - since `open`, in milliseconds
 * @property {number} readyMs - until the page is ready
 * @property {number} seenMs - until its frame is visible as well
 * @property {number} codeMs - from sending a code to receiving it
 */

const parameters = new URLSearchParams(location.search);
/** The time that the page is watched after it was closed. */
const restMs = 100;
/** A modal may close with an animation. */
const maxClosingMs = 20_000;

/** Where the contender's Connect page is. */
export const connectUrl = parameters.get('connect_url') ?? '';
export const connectOrigin = new URL(connectUrl).origin;

/** @param {Contender} contender - of this page */
export function defineContender(contender) {
  globalThis.benchContender = {
    async preload() {
      const pageLoaded = waitForPage();
      await contender.preload?.();
      await pageLoaded;
    },
    open: (isPreloaded) => measure(contender, isPreloaded ? Promise.resolve() : waitForPage()),
    async repeat(count) {
      for (let index = 0; index < count; index += 1) {
        const { code, opened } = start(contender, {}, performance.now());
        await code;
        opened?.close();
        await opened?.closed;
        if (!contender.isShownLate) await waitUntilClosed();
      }
    },
  };
}

/**
 * @param {Contender} contender - of this page
 * @param {Promise<void>} pageLoaded - resolves when the script of the Connect page runs
 * @returns {Promise<Times>} what was measured
 */
async function measure(contender, pageLoaded) {
  const began = performance.now();
  const since = () => performance.now() - began;
  /** @type {Partial<Times>} */
  const times = {};
  const { code, opened } = start(contender, times, began);
  await pageLoaded;
  const loadedMs = since();
  // On a busy machine, a session may end before its frame is drawn. Then the sample has no such time.
  while (!isFrameSeen() && times.codeMs === undefined) await nextFrame();
  if (isFrameSeen()) times.seenMs = since();
  await code;
  opened?.close();
  await opened?.closed;
  await waitUntilClosed();
  await new Promise((resolve) => setTimeout(resolve, restMs));
  // If the SDK has no such event, the page counts as ready when its script runs.
  return /** @type {Times} */ ({ readyMs: loadedMs, ...times });
}

/**
 * @param {Contender} contender - of this page
 * @param {Partial<Times>} times - receives the measured times
 * @param {number} began - the start, by `performance.now()`
 */
function start(contender, times, began) {
  /** @type {Open | undefined} */
  let opened;
  const code = new Promise((resolve) => {
    opened = contender.open({
      onReady() {
        times.readyMs ??= performance.now() - began;
      },
      onCode(sentAt) {
        times.codeMs = readClock() - Number(sentAt);
        resolve(sentAt);
      },
    });
  });
  return { code, opened };
}

async function waitUntilClosed() {
  const deadline = performance.now() + maxClosingMs;
  while (isFrameSeen() && performance.now() < deadline) await nextFrame();
  if (isFrameSeen()) throw new Error('The frame is still there.');
}

/** @returns {boolean} whether a person could see the Connect page's frame */
function isFrameSeen() {
  return [...document.querySelectorAll('iframe')].some((frame) => {
    const { width, height } = frame.getBoundingClientRect();
    const isDrawn = frame.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return isDrawn && width > 1 && height > 1;
  });
}

/** @returns {Promise<void>} resolves when the script of a Connect page says that it runs */
function waitForPage() {
  return new Promise((resolve) => {
    /** @param {MessageEvent} event - of any window */
    const handleMessage = ({ data }) => {
      if (data?.bench !== 'loaded') return;
      removeEventListener('message', handleMessage);
      resolve();
    };
    addEventListener('message', handleMessage);
  });
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Both frames read one clock of the machine. @returns {number} milliseconds since 1970 */
function readClock() {
  return performance.timeOrigin + performance.now();
}
