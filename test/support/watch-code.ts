import type { BrowserContext, Page } from 'playwright-core';
import { readDocument } from './read-document.ts';

/** A record of what a browser requested and showed during a flow, to be searched for the code. */
export interface CodeWatch {
  /** Addresses of every request of every page and frame. */
  readonly urls: readonly string[];
  /** Codes that were sent to the application's callback. */
  readonly forwardedCodes: () => string[];
  /** Collects everything that can be inspected: console, documents, storage. */
  readonly collectTraces: () => Promise<string[]>;
}

/** Observes a context from before its first navigation. The page is the application's. */
export function watchCode(context: BrowserContext, page: Page): CodeWatch {
  const urls: string[] = [];
  const consoleLines: string[] = [];
  const bodies: string[] = [];
  context.on('request', (request) => {
    urls.push(request.url());
    if (!request.url().includes('/connect/flow/')) bodies.push(request.postData() ?? '');
  });
  context.on('console', (message) => consoleLines.push(message.text()));
  context.on('weberror', (error) => consoleLines.push(error.error().message));
  const isCallback = (url: string) => new URL(url).pathname === '/callback';
  return {
    urls,
    forwardedCodes: () =>
      urls.filter(isCallback).flatMap((url) => new URL(url).searchParams.get('code') ?? []),
    async collectTraces() {
      const documents = await Promise.all(
        page.frames().map((frame) =>
          frame.evaluate(readDocument).catch((error: unknown) => {
            // The modal has just been removed with its frame, so the frame has no content.
            if (!frame.isDetached()) throw error;
            return '';
          }),
        ),
      );
      const otherUrls = urls.filter((url) => !isCallback(url));
      return [...documents, ...otherUrls, ...bodies, ...consoleLines];
    },
  };
}
