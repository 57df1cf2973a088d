import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromiumEngine } from '../support/engines/chromium.ts';
import type { Engine, Tab } from '../support/engines/driver.ts';
import { launchFirefoxEngine } from '../support/engines/firefox.ts';
import { driverFailure, launchWebKitEngine } from '../support/engines/webkit.ts';
import { isLongRun } from '../support/extent.ts';
import { findFirefox, findWebKit } from '../support/find-browsers.mjs';
import { type ProviderWorld, startProviderWorld } from '../support/provider-world.ts';
import { createVisit, providerCases } from './provider-cases.ts';

/*
 * The example's providers, as an operator loads them: one over HTTP, and one where people sign in on its
 * own site. The latter is a real authorization server of another origin.
 */

const engines = [
  { title: 'Chromium', launch: launchChromiumEngine, isThere: true, retry: 0 },
  { title: 'Firefox', launch: launchFirefoxEngine, isThere: Boolean(findFirefox()), retry: 0 },
  {
    title: 'WebKit',
    launch: launchWebKitEngine,
    isThere: Boolean(findWebKit()),
    // A crash of a browser or driver does not count as a failure of the case.
    retry: { count: 1, condition: driverFailure },
  },
];

let world: ProviderWorld;

describe.runIf(isLongRun)('providers of a module', () => {
  beforeAll(async () => {
    world = await startProviderWorld();
    // `npm run service` builds changed parts, which takes minutes on a busy machine.
  }, 400_000);
  afterAll(() => world?.close());

  for (const { title, launch, isThere, retry } of engines) {
    describe.runIf(isThere)(`in ${title}`, { retry }, () => {
      let engine: Engine;
      let tab: Tab;
      beforeAll(async () => {
        engine = await launch();
      });
      afterAll(() => engine?.close());
      beforeEach(async () => {
        await world.oidc.control({ slow: 0, down: false, isolated: false, otherIssuer: false });
        tab = await engine.openTab();
      });
      afterEach(() => tab?.close());

      it.each(providerCases)('$name', ({ run }) => run(createVisit(tab, world)));
    });
  }
});
