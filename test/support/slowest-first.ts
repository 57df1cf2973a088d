import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slow files, slowest first. A fresh clone has no measurements. If the slowest file came last,
 * all cores but one would wait for it.
 */
const slowFiles = [
  'engines/webkit',
  'engines/firefox',
  'engines/chromium',
  'browser/screen-reader',
  'browser/ux-adaptation',
  'browser/dashboard',
  'package/command',
  'browser/coop',
  'browser/refused-client',
  'browser/popup',
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

/** A worker is used again only for a file of the same project and environment, so these files follow each other. */
const projects = [
  'engines',
  'browser',
  'package',
  'attack',
  'service-pgbouncer',
  'service-postgres',
  'service',
  'unit',
  'unit-isolated',
  'sources',
];

/** The order of the files: by project, by environment, and the slow ones first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ranks = new Map(sorted.map((file) => [file, rank(file)]));
    const rankOf = (file: TestSpecification): number => ranks.get(file) ?? 0;
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  const index = slowFiles.findIndex((name) => moduleId.endsWith(name));
  const hasDocument = readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');
  const group = 2 * projects.indexOf(project.name) + (hasDocument ? 0 : 1);
  return 100 * group + (index < 0 ? slowFiles.length : index);
}
