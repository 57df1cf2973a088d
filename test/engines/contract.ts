import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadAssets } from '../../src/connect/service/http/assets.ts';
import { texts as es } from '../../src/texts/es.json?modal';
import { pagesFolders } from '../support/engines/build-pages.ts';
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
import { endAccessByKeyboard } from './manage-cases.ts';
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
import {
  cancelWhileTyping,
  connectByLink,
  connectInSession,
  endLinkAtApplication,
} from './session-cases.ts';

/** How many cases a kind runs. `few`: the first two, in the frame only. */
type Extent = 'all' | 'main' | 'few' | 'first' | 'none';

/** One of the ways in which the SDK and the Connect page reach the browser. */
interface Kind {
  readonly title: string;
  readonly files: 'source' | 'built';
  /** Path of the host's page. */
  readonly path: string;
  readonly extent: Extent;
}

/**
 * The built module has the most cases, because applications install it. The script tag has the same code in another
 * form. The long run also tries the script tag with one flow, and the source with all cases.
 *
 * @param ofModule - the cases for the built module
 */
function describeKinds(ofModule: Extent): readonly Kind[] {
  return [
    { title: 'from source', files: 'source', path: '/spa/', extent: byExtent('none', 'all') },
    { title: 'as the built module', files: 'built', path: '/spa/', extent: ofModule },
    {
      title: 'by the built script tag',
      files: 'built',
      path: '/',
      extent: ofModule === 'all' ? 'first' : 'none',
    },
  ];
}

/** The amount of tests for an engine. */
export interface ContractOptions {
  /** The cases for the built module. Default: the main cases, and in the long run all. */
  readonly ofModule?: Extent;
  /** Whether the cases of sessions run, too. By default, they run in the long run only. */
  readonly hasSessions?: boolean;
  /** True for an engine with a separate display. */
  readonly takesPictures?: boolean;
}

/** The surfaces that the suite runs for. */
const surfaces: readonly SurfaceName[] = ['frame', 'popup'];

let engine: Engine;
let worlds: Partial<Record<keyof typeof pagesFolders, World>>;
let tab: Tab;

/**
 * The contract for one engine: the same cases for the source and for the published files.
 *
 * @param launch - starts the engine, one for all cases
 */
export function describeContract(
  launch: () => Promise<Engine>,
  {
    ofModule = byExtent<Extent>('main', 'all'),
    hasSessions = isLongRun,
    takesPictures = false,
  }: ContractOptions = {},
): void {
  const tested = describeKinds(ofModule).filter(({ extent }) => extent !== 'none');

  beforeAll(async () => {
    worlds = {};
    const files = new Set(tested.map((kind) => kind.files));
    const start = async (name: keyof typeof pagesFolders) => {
      worlds[name] = await startKind(name);
    };
    [engine] = await Promise.all([launch(), ...[...files].map(start)]);
  });
  afterAll(async () => {
    await engine?.close();
    await Promise.all(Object.values(worlds ?? {}).map((world) => world.close()));
  });
  afterEach(() => tab?.close());

  describe.each(tested)('$title', ({ files, path, extent }) => {
    beforeEach(async () => {
      tab = await engine.openTab();
      await tab.open(getWorld(files).appUrl + path);
      await tab.host.see({ role: 'text', name: 'Not connected' });
    });

    const select = (surface: SurfaceName) =>
      selectCases(surface, extent).filter((each) => takesPictures || !each.needsPictures);
    const withCases = surfaces.filter((surface) => select(surface).length > 0);
    describe.each(withCases)('Connect in a %s', (surface) => {
      it.each(select(surface))('$name', async ({ run, endsWithoutHost }) => {
        const person = createPerson(tab, surface);
        await run(person);
        if (endsWithoutHost) return;
        if (await person.host.evaluate(() => window.hostPage.isConnected === true)) {
          await expectCodeNowhereElse(tab, getWorld(files), 1);
        }
        expect(await readErrors()).toEqual([]);
        // A window closes a moment after the request to close.
        await expect.poll(() => tab.countWindows(), { timeout: 15_000 }).toBeLessThanOrEqual(1);
      });
    });

    if (extent !== 'first') describeRest({ path, files, extent });
  });

  describe.runIf(hasSessions)('an account of a session that the backend has made', () => {
    let world: AgainWorld;
    beforeAll(async () => {
      world = await startAgainWorld(pagesFolders.built.hosts);
    });
    afterAll(() => world?.close());
    beforeEach(async () => {
      tab = await engine.openTab();
    });

    it.each(byExtent(surfaces.slice(0, 1), surfaces))(
      'is connected again in a %s, by its own person only',
      (surface) => connectAgainInHost(tab, world, surface),
    );

    it.runIf(isLongRun)(
      'is connected again by keyboard alone, in the redirect flow, by its own person only',
      () => connectAgainByRedirect(tab, world),
    );

    it.runIf(isLongRun).each(surfaces)(
      'is connected in a %s by a session, which lists its own providers',
      (surface) => connectInSession(tab, world, surface),
    );

    it.runIf(isLongRun)('is connected by keyboard alone, from the first screen of a link on', () =>
      connectByLink(tab, world),
    );

    it.runIf(isLongRun)(
      'is connected by keyboard alone, by a link that ends at the application',
      () => endLinkAtApplication(tab, world),
    );

    it.runIf(isLongRun)('is disconnected by keyboard alone, at /manage', () =>
      endAccessByKeyboard(tab, world),
    );

    it('is not connected after its session was canceled, and the modal says so', () =>
      cancelWhileTyping(tab, world));
  });

  // `test/attack/changed-language.test.ts` has a language file that was changed.
  it.each(tested.filter(({ files }) => files === 'built'))(
    'a language is used, $title',
    async ({ path }) => {
      tab = await engine.openTab();
      await tab.open(getWorld('built').appUrl + path);
      await tab.host.see({ role: 'text', name: 'Not connected' });
      await tab.host.evaluate(() => {
        window.hostPage.options = { locale: 'es', display: 'frame' };
      });
      await tab.host.press({ role: 'button', name: 'Connect' }, 'Enter');
      await tab.host.see({ role: 'textbox', name: es.search });
    },
  );
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
      return surface === 'frame' ? own.slice(0, 2) : [];
    case 'first':
      return own.slice(0, 1);
    case 'none':
      return [];
  }
}

/** The tests that do not depend on the form of the SDK. */
function describeRest({
  path,
  files,
  extent,
}: {
  readonly path: string;
  readonly files: 'source' | 'built';
  readonly extent: Extent;
}): void {
  // The service serves the script tag of the built files only.
  if (files === 'built' && extent !== 'first') {
    it.each(otherHostCases)(
      'sends a code to an API on $where, and a foreign page sends none',
      (otherHost) => forwardToOtherHost(tab, getWorld(files), otherHost),
    );
    it.each(startCases)(
      'starts a redirect flow at the API of a page on $where, and for no other page',
      (startCase) => startAtOtherHost(tab, getWorld(files), startCase),
    );
  }

  describe('the redirect flow', () => {
    it.each(extent === 'all' ? redirectCases : redirectCases.slice(0, 1))(
      '$name',
      async ({ decision, problem }) => {
        await goThroughRedirect(tab, decision);
        const { pathname, search } = await tab.host.evaluate(() => ({ ...location }));
        expect(pathname).toBe(path);
        expect(new URLSearchParams(search).get('connect_error')).toBe(problem);
        expect(await readErrors()).toEqual([]);
      },
    );

    it.each(extent === 'all' ? onwardCases : onwardCases.slice(0, 1))(
      'follows a callback that redirects to another site: %s',
      async (button, parameter) => {
        const end = await leaveForThirdSite(tab, getWorld(files), button);
        expect(end).toEqual({ parameters: [parameter], isThere: true });
      },
    );

    if (extent !== 'all') return;
    it("refuses a third site's code, and then accepts the user's own", () =>
      bringForeignCode(tab, getWorld(files)));
  });
}

function getWorld(files: keyof typeof pagesFolders): World {
  const world = worlds[files];
  if (!world) throw new Error(`The pages ${files} were not started.`);
  return world;
}

function startKind(files: keyof typeof pagesFolders): Promise<World> {
  const { service, hosts } = pagesFolders[files];
  return startWorld({ assets: loadAssets(service), pagesFolder: hosts, submissionLimit: 1000 });
}
