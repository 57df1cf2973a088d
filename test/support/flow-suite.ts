import type { BrowserContextOptions } from 'playwright-core';
import { type PageSuite, usePageSuite } from './page-suite.ts';
import { useRunning } from './use-running.ts';
import { startWorld, type World } from './world.ts';

/** The whole system for one test file, with a browser. */
export interface FlowSuite extends PageSuite {
  readonly world: World;
}

/** Registers the hooks. @returns the suite, whose parts are available from the first test on */
export function useFlowSuite(options: BrowserContextOptions = {}): FlowSuite {
  const world = useRunning(() => startWorld());
  return Object.assign(usePageSuite(options), { world });
}
