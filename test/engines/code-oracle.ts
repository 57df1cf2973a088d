import { expect } from 'vitest';
import type { Tab } from '../support/engines/driver.ts';
import { readDocument } from '../support/read-document.ts';
import type { World } from '../support/world.ts';

/**
 * Looks for every code that went to the host's callback in everything that is visible from outside. That
 * is the page's tree, storage, history, console and addresses, the driver's notes on all documents, and
 * the logs of both servers.
 *
 * @param tab - at the host's page, after the flow
 * @param world - the servers
 * @param count - how many codes must have been sent to the callback
 */
export async function expectCodeNowhereElse(tab: Tab, world: World, count: number): Promise<void> {
  const { resources, kept } = await tab.host.evaluate(() => ({
    resources: performance.getEntriesByType('resource').map(({ name }) => name),
    kept: JSON.stringify([window.hostPage.told, window.hostPage.consoleLines]),
  }));
  const seen = await tab.host.evaluate(readDocument);
  const isCallback = (address: string) => /^http\S+\/callback\?code=/.test(address);
  const codes = resources
    .filter(isCallback)
    .map((url) => new URL(url).searchParams.get('code') ?? '');
  expect(codes.filter((code) => code.length > 20)).toHaveLength(count);

  const elsewhere = [...resources, ...tab.observed].filter((text) => !isCallback(text));
  const everything = [seen, kept, ...elsewhere, ...world.logLines];
  // The control: what is searched does hold what is shown and what was asked for.
  expect(seen).toContain('Connected to sandbox');
  expect(elsewhere.some((text) => text.endsWith('/api/connection'))).toBe(true);
  expect(codes.filter((code) => everything.some((text) => text.includes(code)))).toEqual([]);
}
