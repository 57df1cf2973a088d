import { expect } from 'vitest';
import type { Tab } from '../support/engines/driver.ts';
import { readDocument } from '../support/read-document.ts';
import type { World } from '../support/world.ts';

/**
 * Searches everything that is visible from outside for every code that the host's callback received. That is
 * the page's tree, storage, history, console and addresses, the driver's records of all documents, and the
 * logs of both servers.
 *
 * @param count - the expected number of codes at the callback
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
  // The control: the searched data does contain visible texts and requested addresses.
  expect(seen).toContain('Connected to sandbox');
  expect(elsewhere.some((text) => text.endsWith('/api/connection'))).toBe(true);
  expect(codes.filter((code) => everything.some((text) => text.includes(code)))).toEqual([]);
}
