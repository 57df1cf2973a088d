import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A worker is used again only for a file of the same project and environment, so these files follow each other. Those
 * of the first projects take longest: at the end, no worker waits for another one.
 */
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

/** The order of the files: by project, by environment, and then as Vitest has measured them. */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groups = new Map(sorted.map((file) => [file, findGroup(file)]));
    const groupOf = (file: TestSpecification): number => groups.get(file) ?? 0;
    return sorted.sort((a, b) => groupOf(a) - groupOf(b));
  }
}

function findGroup({ moduleId, project }: TestSpecification): number {
  const hasDocument = readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');
  return 2 * projects.indexOf(project.name) + (hasDocument ? 0 : 1);
}
