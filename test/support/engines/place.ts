import type { DocumentDriver, ElementDriver, Key, Target } from './driver.ts';
import { describeElement, findElement, isFocused, type Sighting } from './find-element.ts';

/** Long enough for a busy machine. A step that needs longer has failed. */
const stepTimeoutMs = 45_000;
/** More tab stops than any page here has. */
const mostTabs = 20;
/** The number of checks after a Tab, because moving the focus between processes takes a moment. */
const looksAfterTab = 5;
/** The pause between two checks. */
const pauseMs = 80;

/**
 * Waits for a condition by polling, because no driver here reports it.
 *
 * @param what - for the error
 * @param look - undefined or a rejection: not yet (a document may be unloading)
 * @returns the result
 * @throws Error when there is no result in time
 */
export async function waitFor<Found>(
  what: string,
  look: () => Promise<Found | undefined>,
  { timeoutMs = stepTimeoutMs } = {},
): Promise<Found> {
  const deadline = Date.now() + timeoutMs;
  let reason = '';
  while (Date.now() < deadline) {
    try {
      const found = await look();
      if (found !== undefined) return found;
      reason = '';
    } catch (error) {
      reason = ` (${error instanceof Error ? error.message : error})`;
    }
    await pause();
  }
  throw new Error(`Not within ${timeoutMs / 1000} s: ${what}${reason}`);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** One document, with the actions of a person: the host's, the one in its frame, or the one in a popup. */
export type Place = ReturnType<typeof createPlace>;

export function createPlace(driver: DocumentDriver) {
  const see = (target: Target): Promise<Sighting> =>
    waitFor(`${target.role} “${target.name}”`, async () => {
      const sighting = await driver.evaluate(
        `(${describeElement})(${express(findElement, target)})`,
      );
      return isSighting(sighting) ? sighting : undefined;
    });
  /** Waits until the element is at rest: a pointer would miss an element that is moving or about to scroll away. */
  const settle = async (target: Target): Promise<void> => {
    let last = await see(target);
    await waitFor(`${target.role} “${target.name}” standing still`, async () => {
      const next = await see(target);
      const isStill = next.place === last.place && !next.isMoving;
      last = next;
      return isStill || undefined;
    });
  };
  const act = async (target: Target, run: (element: ElementDriver) => Promise<void>) => {
    await settle(target);
    const element = await driver.find(express(findElement, target));
    if (!element) throw new Error(`Gone: ${target.role} “${target.name}”`);
    await run(element);
  };
  const hasFocus = (target: Target) =>
    driver.evaluate(`(${isFocused})(${express(findElement, target)})`);
  const getsFocus = async (target: Target) => {
    for (let look = 0; look < looksAfterTab; look += 1) {
      if (await hasFocus(target)) return true;
      await pause();
    }
    return false;
  };
  return {
    /** The actions of a person without a pointer. */
    keyboard: driver.keyboard,
    /** Waits until the element exists, is enabled and has the focus. */
    async seeFocused(target: Target): Promise<void> {
      const what = `the focus on ${target.role} “${target.name}”`;
      await waitFor(what, async () => (await hasFocus(target)) || undefined);
    },
    /** Presses Tab until the target has the focus. */
    async tabTo(target: Target): Promise<void> {
      await settle(target);
      for (let count = 0; count <= mostTabs; count += 1) {
        if (await getsFocus(target)) return;
        await driver.keyboard.press('Tab');
      }
      throw new Error(`Tab never reached ${target.role} “${target.name}”.`);
    },
    /**
     * Waits until the element exists, is enabled and does not move. The pointer enters it first, as a person's does, and
     * then presses. Then the consent's Allow is disabled for a while.
     */
    async click(target: Target): Promise<void> {
      await act(target, (element) => element.hover());
      await act(target, (element) => element.click());
    },
    /** Replaces the content of a field, with real keys. */
    type: (target: Target, text: string) => act(target, (element) => element.type(text)),
    /** Focuses the target and presses a key. */
    press: (target: Target, key: Key) => act(target, (element) => element.press(key)),
    /** Waits until the element exists and is visible. */
    async see(target: Target): Promise<void> {
      await see(target);
    },
    /** @returns the value of a field, or else the text */
    read: async (target: Target) => (await see(target)).text,
    /**
     * Runs a function in the document.
     *
     * @param run - uses only its parameters and the page's globals; returns JSON
     * @param args - JSON
     */
    async evaluate<Args extends readonly unknown[], Result>(
      run: (...args: Args) => Result,
      ...args: Args
    ) {
      return (await driver.evaluate(express(run, ...args))) as Result;
    },
  };
}

function express(run: (...args: never[]) => unknown, ...args: readonly unknown[]): string {
  return `(${run})(${args.map((arg) => JSON.stringify(arg)).join()})`;
}

function isSighting(value: unknown): value is Sighting {
  return typeof value === 'object' && value !== null && 'place' in value && 'isMoving' in value;
}
