import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slow files, slowest first. A fresh clone has no measurements. If the slowest file came last,
 * all cores but one would wait for it.
 */
const slowFiles = [
  'engines/webkit',
  'engines/chromium',
  'engines/firefox',
  'browser/accessibility',
  'browser/popup',
  'browser/ux-adaptation',
  'browser/coop',
  'browser/dashboard',
  'browser/faults',
  'browser/ux-states',
  'browser/ux-geometry',
  'browser/life',
  'browser/drive-connect',
  'package/proof',
  'package/command',
  'service/dashboard-access',
  'service/slow-senders',
  'service/crash',
  'service/postgres/processes',
  'service/handoff',
  'service/limits',
].map((name) => `/test/${name}.test.ts`);

/** Vitest's order of the files of a group. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = slowFiles.findIndex((name) => moduleId.endsWith(name));
  return index < 0 ? slowFiles.length : index;
}
