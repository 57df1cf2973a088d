import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { texts as es } from '../../src/texts/es.json?modal';
import { pagesFolder } from '../support/engines/build-pages.ts';
import type { Engine, Tab } from '../support/engines/driver.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { startWorld, type World } from '../support/world.ts';
import { type Case, cases } from './cases.ts';
import { expectCodeNowhereElse } from './code-oracle.ts';
import {
  type AgainWorld,
  connectAgainByRedirect,
  connectAgainInHost,
  startAgainWorld,
} from './connect-again-cases.ts';
import {
  forwardToOtherHost,
  otherHostCases,
  startAtOtherHost,
  startCases,
} from './other-host-cases.ts';
import { createPerson, type SurfaceName } from './person.ts';
import {
  bringForeignCode,
  goThroughRedirect,
  leaveForThirdSite,
  onwardCases,
  redirectCases,
} from './redirect-cases.ts';
import { cancelWhileTyping, connectByLink, connectInSession } from './session-cases.ts';

/** The cases that a form of the SDK runs. `few`: the first two. `main`: also those in which engines differ. */
type Extent = 'all' | 'main' | 'few' | 'first' | 'none';

/** One of the published forms of the SDK. */
interface Form {
  readonly title: string;
  /** Path of the host's page. */
  readonly path: string;
  readonly extent: Extent;
}

/**
 * The module has the most cases, because applications install it. The script tag has the same code in another form. The
 * long run tries it with one flow.
 *
 * @param ofModule - the cases for the module
 */
function describeForms(ofModule: Extent): readonly Form[] {
  return [
    { title: 'as the built module', path: '/spa/', extent: ofModule },
    {
      title: 'by the built script tag',
      path: '/',
      extent: ofModule === 'all' ? 'first' : 'none',
    },
  ];
}

/** The amount of tests for an engine. */
export interface ContractOptions {
  /** The cases for the module in the short run. The long run has all. */
  readonly ofModule: Extent;
  /** The surfaces in the short run. Default: both. The long run has both. */
  readonly shortSurfaces?: readonly SurfaceName[];
  /** True when the short run has the cases, too, in which engines hardly differ. Default false. */
  readonly isReference?: boolean;
}

/** The surfaces that the suite runs for. */
const surfaces: readonly SurfaceName[] = ['frame', 'popup'];

let engine: Engine;
let world: World;
let tab: Tab;

/**
 * The contract for one engine: the same cases for each published form of the SDK.
 *
 * @param launch - starts the engine, one for all cases
 */
export function describeContract(
  launch: () => Promise<Engine>,
  { ofModule, shortSurfaces = surfaces, isReference = false }: ContractOptions,
): void {
  const forms = describeForms(byExtent(ofModule, 'all'));
  const tested = forms.filter(({ extent }) => extent !== 'none');
  const hasEverything = isReference || isLongRun;

  beforeAll(async () => {
    [engine, world] = await Promise.all([
      launch(),
      startWorld({ pagesFolder, submissionLimit: 1000 }),
    ]);
  });
  afterAll(async () => {
    await engine?.close();
    await world?.close();
  });
  afterEach(() => tab?.close());

  describe.each(tested)('$title', ({ path, extent }) => {
    beforeEach(() => openHost(path));

    const select = (surface: SurfaceName) => selectCases(surface, extent);
    const ours = byExtent(shortSurfaces, surfaces);
    const withCases = ours.filter((surface) => select(surface).length > 0);
    describe.each(withCases)('Connect in a %s', (surface) => {
      it.each(select(surface))('$name', async ({ run, endsWithoutHost }) => {
        const person = createPerson(tab, surface);
        await run(person);
        if (endsWithoutHost) return;
        if (await person.host.evaluate(() => window.hostPage.isConnected === true)) {
          await expectCodeNowhereElse(tab, world, 1);
        }
        expect(await readErrors()).toEqual([]);
        // A window closes a moment after the request to close.
        await expect.poll(() => tab.countWindows(), { timeout: 15_000 }).toBeLessThanOrEqual(1);
      });
    });

    if (extent !== 'first') describeRest(path, hasEverything);
  });

  describe.runIf(hasEverything)('an account of a session that the backend has made', () => {
    let again: AgainWorld;
    beforeAll(async () => {
      again = await startAgainWorld(pagesFolder);
    });
    afterAll(() => again?.close());
    beforeEach(async () => {
      tab = await engine.openTab();
    });

    it.each(byExtent(surfaces.slice(0, 1), surfaces))(
      'is connected again in a %s, by its own person only',
      (surface) => connectAgainInHost(tab, again, surface),
    );

    it.runIf(isLongRun)(
      'is connected again by keyboard alone, in the redirect flow, by its own person only',
      () => connectAgainByRedirect(tab, again),
    );

    it.runIf(isLongRun).each(surfaces)(
      'is connected in a %s by a session, which lists its own providers',
      (surface) => connectInSession(tab, again, surface),
    );

    it.runIf(isLongRun)('is connected by keyboard alone, from the first screen of a link on', () =>
      connectByLink(tab, again),
    );

    it('is not connected after its session was canceled, and the modal says so', () =>
      cancelWhileTyping(tab, again));
  });

  // `test/attack/changed-language.test.ts` has a language file that was changed.
  it.runIf(hasEverything).each(tested)('a language is used, $title', async ({ path }) => {
    await openHost(path);
    await tab.host.evaluate(() => {
      window.hostPage.options = { locale: 'es', display: 'frame' };
    });
    await tab.host.press({ role: 'button', name: 'Connect' }, 'Enter');
    await tab.host.see({ role: 'textbox', name: es.search });
  });
}

/** Opens the host's page in a new tab. */
async function openHost(path: string): Promise<void> {
  tab = await engine.openTab();
  await tab.open(world.appUrl + path);
  await tab.host.see({ role: 'text', name: 'Not connected' });
}

/** Errors of every document if the driver reports them, and of the host's own document in any engine. */
async function readErrors(): Promise<readonly string[]> {
  const ofHost = await tab.host.evaluate(() => window.hostPage.consoleErrors);
  // On a busy machine, the page is silent for so long that the SDK asks whether the service runs. The host's policy
  // forbids the request.
  const isQuestion = (line: string) =>
    line.includes('connect-src') && line.includes('/connect?client_id=');
  return [...tab.errors, ...ofHost].filter((line) => !isQuestion(line));
}

function selectCases(surface: SurfaceName, extent: Extent): readonly Case[] {
  const own = cases.filter((each) => each.surfaces.includes(surface));
  switch (extent) {
    case 'all':
      return own;
    case 'main':
      return own.filter(({ isMain }) => isMain);
    case 'few':
      return own.filter((each) => cases.indexOf(each) < 2);
    case 'first':
      return own.slice(0, 1);
    case 'none':
      return [];
  }
}

/**
 * The tests that do not depend on the form of the SDK.
 *
 * @param hasEverything - false for those between two sites only, whose cookies engines treat differently
 */
function describeRest(path: string, hasEverything: boolean): void {
  const skipped = hasEverything ? 0 : 1;
  it.each(otherHostCases.slice(skipped))(
    'sends a code to an API on $where, and a foreign page sends none',
    (otherHost) => forwardToOtherHost(tab, world, otherHost),
  );
  it.each(startCases.slice(skipped))(
    'starts a redirect flow at the API of a page on $where, and for no other page',
    (startCase) => startAtOtherHost(tab, world, startCase),
  );

  describe.runIf(hasEverything)('the redirect flow', () => {
    it.each(redirectCases.slice(0, byExtent(1, redirectCases.length)))(
      '$name',
      async ({ decision, problem }) => {
        await goThroughRedirect(tab, decision);
        const { pathname, search } = await tab.host.evaluate(() => ({ ...location }));
        expect(pathname).toBe(path);
        expect(new URLSearchParams(search).get('connect_error')).toBe(problem);
        expect(await readErrors()).toEqual([]);
      },
    );

    it.each(onwardCases.slice(0, byExtent(1, onwardCases.length)))(
      'follows a callback that redirects to another site: %s',
      (button, parameter) => leaveForThirdSite(tab, world, { button, parameter }),
    );

    it.runIf(isLongRun)("refuses a third site's code, and then accepts the user's own", () =>
      bringForeignCode(tab, world),
    );
  });
}
