// A list that is longer than a real one, for the selector and for the page that sends it.
import { waitForPaint } from './shared.js';

export const total = 1000;

const kinds = ['Liberty', 'Golden', 'Summit', 'Premier', 'Family'];

export const providers = Array.from({ length: total }, (_, index) => ({
  id: `provider-${index}`,
  name: `${kinds[index % kinds.length]} Tax ${index}`,
  domain: `office-${index}.example`,
  aliases: [`LT${index}`],
  popular: index % 200 === 0,
  logo: null,
  status: /** @type {'available' | 'unavailable'} */ (index % 50 ? 'available' : 'unavailable'),
  reason: null,
  surface: /** @type {const} */ ('any'),
}));

/** How many options are visible at a time. */
const visible = 7;

/**
 * @param {() => ParentNode | null | undefined} find - returns the element that contains the options, once it exists
 * @returns {Promise<{ renderMs: number, allMs: number }>} how long it takes from now until as many
 *   options as fit were there before a frame was painted, and until all were
 */
export async function watchOptions(find) {
  const began = performance.now();
  const waitFor = async (/** @type {number} */ least) => {
    let painted = 0;
    while (painted < least) {
      const done = waitForPaint();
      painted = find()?.querySelectorAll('[role=option]').length ?? 0;
      await done;
    }
    return performance.now() - began;
  };
  return { renderMs: await waitFor(visible), allMs: await waitFor(total) };
}
