import type { Frame, Page } from 'playwright-core';

/** A key press, click or tap, with the event of it that took longest. */
export interface Interaction {
  /** From the input until the next frame was shown, in steps of 8 ms as browsers report it. */
  readonly ms: number;
  /** Of that, the time before the first handler. */
  readonly waitMs: number;
  /** Of that, the time of all handlers. */
  readonly handlersMs: number;
}

declare global {
  var benchEvents: PerformanceEventTiming[] | undefined;
  /** The number of interactions that were taken. */
  var benchTaken: number | undefined;
}

/**
 * Watches interactions as Interaction to Next Paint counts them.
 *
 * @param frame - a document; another document in it is not watched
 * @returns takes all that there were since the last call
 * @see https://web.dev/articles/inp
 */
export async function watchInteractions(
  frame: Page | Frame,
): Promise<() => Promise<readonly Interaction[]>> {
  await frame.evaluate(() => {
    const events: PerformanceEventTiming[] = [];
    globalThis.benchEvents = events;
    globalThis.benchTaken = performance.interactionCount;
    new PerformanceObserver((list) => {
      events.push(...(list.getEntries() as PerformanceEventTiming[]));
      // TypeScript does not know the threshold.
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  return () => frame.evaluate(takeInteractions);
}

/** Runs in the page. */
async function takeInteractions(): Promise<Interaction[]> {
  // An entry follows its frame. A timer, because a document that is hidden has no frames.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const longest = new Map<number, PerformanceEventTiming>();
  for (const event of globalThis.benchEvents?.splice(0) ?? []) {
    const known = longest.get(event.interactionId)?.duration ?? 0;
    if (event.interactionId && event.duration > known) longest.set(event.interactionId, event);
  }
  const found = [...longest.values()].map((event) => ({
    ms: event.duration,
    waitMs: event.processingStart - event.startTime,
    handlersMs: event.processingEnd - event.processingStart,
  }));
  const count = performance.interactionCount - (globalThis.benchTaken ?? 0);
  globalThis.benchTaken = performance.interactionCount;
  // Browsers report none that took less than 16 ms.
  const brief = { ms: 8, waitMs: 0, handlersMs: 0 };
  return [...found, ...Array.from({ length: Math.max(0, count - found.length) }, () => brief)];
}
