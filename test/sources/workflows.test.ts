import { readdirSync, readFileSync } from 'node:fs';
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from '@actions/workflow-parser';
import { expect, it } from 'vitest';

const folder = new URL('../../.github/workflows/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

/** @returns errors that GitHub would find in a workflow, and each action that is not pinned by a hash */
async function findProblems(content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow(
    { name: 'a.yml', content },
    new NoOperationTraceWriter(),
  );
  if (value) await convertWorkflowTemplate(context, value);
  const actions = [...content.matchAll(/\buses:\s*(\S+)/g)].map(([, action = '']) => action);
  return [
    ...context.errors.getErrors().map(({ message }) => message),
    ...actions.filter((action) => !/@[\da-f]{40}$/.test(action)),
  ];
}

it.each(readdirSync(folder))(
  '%s is a workflow that GitHub accepts, with pinned actions',
  async (name) => {
    expect(await findProblems(read(name))).toEqual([]);
  },
);
