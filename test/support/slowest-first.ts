import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slow files, slowest first. A fresh clone has no measurements. If the slowest file came last,
 * all cores but one would wait for it.
 */
const slowFiles = [
  'engines/webkit',
  'engines/firefox',
  'engines/chromium',
  'browser/ux-keyboard',
  'browser/screen-reader',
  'browser/ux-adaptation',
  'browser/dashboard',
  'package/command',
  'browser/coop',
  'browser/refused-client',
  'browser/popup',
  'browser/ux-states',
  'browser/ux-geometry',
  'browser/faults',
  'browser/ux-selector',
  'browser/ux-touch',
  'browser/life',
  'browser/accessibility',
  'browser/playground',
  'package/proof',
  'service/limits',
  'service/crash',
  'service/postgres/outage',
  'service/webhooks',
  'service/deletion',
  'service/handoff',
  'service/unread-answers',
  'service/slow-senders',
  'service/sessions',
  'service/revocations',
  'unit/host/exactly-once',
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
