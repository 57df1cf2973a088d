import { describe, expect, it, vi } from 'vitest';
import type { Chapter } from './contract.ts';
import { section1 } from './contract-section-1.ts';
import { section5 } from './contract-section-5.ts';

/*
 * The service's promises to its users, sentence by sentence. Other tests check details; this one checks
 * every sentence, in order.
 */

// Password hashing is slow by design, and slower on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const chapters: readonly Chapter[] = [...section1, ...section5];
const promises = chapters.flatMap(({ promises }) => promises);

describe.each(chapters)('the service keeps its promises about $title', ({ promises }) => {
  const rows = promises.map(({ sentence, check }) => [sentence, check] as const);
  it.each(rows)('%s', async (_, check) => {
    expect.hasAssertions();
    await check();
  });
});

it('no promise is empty or made twice', () => {
  const sentences = promises.map(({ sentence }) => sentence.toLowerCase());
  const checks = promises.map(({ check }) => check.toString());

  for (const chapter of chapters) expect(chapter.promises).not.toEqual([]);
  for (const sentence of sentences) expect(sentence).toMatch(/^\S.{10,100}\.$/);
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(new Set(checks).size).toBe(checks.length);
  process.stdout.write(`${promises.length} promises in ${chapters.length} chapters\n`);
});
