// The module's page, where a real click opens Connect.
import './module.js';
import { waitForPaint } from './shared.js';

/**
 * Since the click, in milliseconds.
 *
 * @typedef {object} ClickTimes
 * @property {number} signFrames - the number of the first painted frame with a sign of it
 * @property {number} signMs - until that frame
 * @property {number} codeMs - until the modal's code was received; 0 if it was received before
 * @property {number} dialogMs - until the dialog was painted
 * @property {number} listMs - until the list was painted
 */

globalThis.benchClick = new Promise((resolve, reject) => {
  addEventListener('click', ({ timeStamp }) => openAt(timeStamp).then(resolve, reject), {
    once: true,
  });
});

/**
 * @param {number} clickedAt - by `performance.now()`
 * @returns {Promise<ClickTimes>} when the page has come to rest
 */
async function openAt(clickedAt) {
  const since = () => performance.now() - clickedAt;
  const beganMs = since();
  const opened = globalThis.benchPage?.open();
  const sign = await countFrames(isMarked);
  const signMs = since();
  await countFrames(isDialogOpen);
  const dialogMs = since();
  const codeMs = Math.max(0, findCodeEnd() - clickedAt);
  const { visibleMs = Number.NaN } = (await opened) ?? {};
  return { signFrames: sign, signMs, codeMs, dialogMs, listMs: beganMs + visibleMs };
}

/**
 * @param {() => boolean} look - at the content that is about to be painted
 * @returns {Promise<number>} how many frames were painted until it was there
 */
async function countFrames(look) {
  let frames = 1;
  while (!(await waitForPaint(look))) frames += 1;
  return frames;
}

const findHost = () => document.documentElement.lastElementChild;

const isDialogOpen = () => findHost()?.shadowRoot?.querySelector('dialog[open]') != null;

/** The page is dimmed, by the dialog or before it. */
function isMarked() {
  const host = findHost();
  const isDimmed = host && getComputedStyle(host).backgroundColor !== 'rgba(0, 0, 0, 0)';
  return isDialogOpen() || !!(host?.shadowRoot && isDimmed);
}

function findCodeEnd() {
  const entries = performance.getEntriesByType('resource');
  const chunks = entries.filter(({ name }) => /chunks\/(?!developer-warnings)/.test(name));
  return Math.max(...chunks.map((entry) => entry.toJSON().responseEnd));
}
