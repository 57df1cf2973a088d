import { readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { afterEach, expect, it, vi } from 'vitest';

const files = {
  loadSession: '../../../src/sdk/host/open/load-session.ts',
  mountSelector: '../../../src/sdk/host/selector/load-selector.ts',
} as const;

/**
 * The source after a bundler has replaced `import()` by another call.
 *
 * @returns the function of this name
 */
async function bundleWith(
  importChunk: () => Promise<unknown>,
  name: keyof typeof files = 'loadSession',
): Promise<() => Promise<unknown>> {
  vi.stubGlobal('importChunk', importChunk);
  const source = readFileSync(new URL(files[name], import.meta.url), 'utf8').replace(
    /import\('[^']+'\);/,
    'importChunk();',
  );
  expect(source).toContain('importChunk();');
  const { code } = await transformWithOxc(source, `${name}.ts`);
  // A module of one URL is evaluated once, and keeps what it has loaded.
  const url = `data:text/javascript,${encodeURIComponent(`${code}//${crypto.randomUUID()}`)}`;
  const built = await import(/* @vite-ignore */ url);
  return built[name];
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** An import that loads the code. The selector's has a function. */
const createImport = () =>
  vi.fn<() => Promise<unknown>>(async () => ({ drawSelector: () => 'drawn' }));
const lost = new TypeError('Failed to fetch');

it('fails when a policy forbids the script: webpack throws once, and never settles afterwards', {
  tags: ['threat-42'],
}, async () => {
  const importSession = createImport().mockImplementationOnce(() => {
    throw new TypeError('This document requires TrustedScriptURL.');
  });
  const loadSession = await bundleWith(importSession);
  await expect(loadSession()).rejects.toThrow('TrustedScriptURL');
  expect(importSession).toHaveBeenCalledOnce();
});

it('gives the code to its callers in the order of their calls, however the imports settle', async () => {
  const settle: (() => void)[] = [];
  const loadSession = await bundleWith(
    () => new Promise((resolve) => settle.push(() => resolve('session'))),
  );
  const served: string[] = [];
  const calls = ['first', 'second'].map(async (name) => {
    await loadSession();
    served.push(name);
  });
  for (const one of settle.reverse()) one();
  await Promise.all(calls);
  expect(served).toEqual(['first', 'second']);
});

const codes = [
  ['of the modal', 'loadSession'],
  ['of the selector', 'mountSelector'],
] as const;

it.each(codes)(
  'the code %s is tried again at the next call, once both tries of one have failed',
  async (...[, name]) => {
    const importCode = createImport().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
    const load = await bundleWith(importCode, name);
    await expect(load()).rejects.toBe(lost);
    await load();
    expect(importCode).toHaveBeenCalledTimes(3);
  },
);

it.each(codes)(
  'the code %s fails when the download has not ended after 15 s, because people see no button',
  async (_, name) => {
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    const load = await bundleWith(() => new Promise(() => {}), name);
    const onFailure = vi.fn();
    const loading = load().catch(onFailure);
    expect(timeout).toHaveBeenCalledExactlyOnceWith(15_000);
    clock.abort();
    await loading;
    expect(onFailure).toHaveBeenCalledOnce();
  },
);
