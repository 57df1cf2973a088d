import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadAssets } from '../../demo/service/assets.ts';
import { pagesFolders } from '../support/engines/build-pages.ts';
import type { Engine, Tab } from '../support/engines/driver.ts';
import { startWorld, type World } from '../support/world.ts';
import { cases } from './cases.ts';
import { expectCodeNowhereElse } from './code-oracle.ts';
import { createPerson, type SurfaceName } from './person.ts';
import { goThroughRedirect, redirectCases } from './redirect-cases.ts';

/**
 * How the SDK and the Connect page come to the browser. The script tag is the module's code in
 * another wrapping: one flow shows that the wrapping works.
 */
const kinds = [
  { title: 'from source', files: 'source', path: '/spa/', isWhole: true },
  { title: 'as the built module', files: 'built', path: '/spa/', isWhole: true },
  { title: 'by the built script tag', files: 'built', path: '/', isWhole: false },
] as const;

/** Surfaces that the suite is run for. */
const surfaces: readonly SurfaceName[] = ['frame', 'popup'];

let engine: Engine;
let worlds: Record<'source' | 'built', World>;
let tab: Tab;

/**
 * The contract, for one engine: the same cases from the source and from what is published.
 *
 * @param launch - starts the engine, one for all cases
 */
export function describeContract(launch: () => Promise<Engine>): void {
  beforeAll(async () => {
    const [launched, source, built] = await Promise.all([
      launch(),
      startKind('source'),
      startKind('built'),
    ]);
    engine = launched;
    worlds = { source, built };
  });
  afterAll(async () => {
    await engine?.close();
    await Promise.all(Object.values(worlds ?? {}).map((world) => world.close()));
  });
  afterEach(() => tab?.close());

  describe.each(kinds)('$title', ({ files, path, isWhole }) => {
    beforeEach(async () => {
      tab = await engine.openTab();
      await tab.open(worlds[files].appUrl + path);
      await tab.host.see({ role: 'text', name: 'Not connected' });
    });

    describe.each(surfaces)('Connect in a %s', (surface) => {
      const own = cases.filter((each) => each.surfaces.includes(surface));
      it.each(isWhole ? own : own.slice(0, 1))('$name', async ({ run }) => {
        const person = createPerson(tab, surface);
        await run(person);
        if (await person.host.evaluate(() => window.hostPage.isConnected === true)) {
          await expectCodeNowhereElse(tab, worlds[files], 1);
        }
        // A window closes a moment after it is told to.
        await expect.poll(() => tab.countWindows(), { timeout: 5000 }).toBeLessThanOrEqual(1);
      });
    });

    if (isWhole) describeRest(path);
  });
}

/** What is the same whatever wraps the SDK. */
function describeRest(path: string): void {
  describe('the redirect flow', () => {
    it.each(redirectCases)('$name', async ({ decision, problem }) => {
      await goThroughRedirect(tab, decision);
      const { pathname, search } = await tab.host.evaluate(() => ({ ...location }));
      expect(pathname).toBe(path);
      expect(new URLSearchParams(search).get('connect_error')).toBe(problem);
    });
  });
}

function startKind(files: 'source' | 'built'): Promise<World> {
  const { service, hosts } = pagesFolders[files];
  return startWorld({ assets: loadAssets(service), pagesFolder: hosts, submissionLimit: 1000 });
}
