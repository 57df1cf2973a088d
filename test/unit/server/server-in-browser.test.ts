import { expect, it } from 'vitest';
import source from '../../../src/sdk/server-in-browser.ts?raw';

it('fails loudly when a browser bundle imports the server entry', async () => {
  const loading = import('../../../src/sdk/server-in-browser.ts');

  await expect(loading).rejects.toThrowError('must never reach a browser');
});

it('has every export of the server entry, so that a bundler builds it', async () => {
  const entry = await import('../../../src/sdk/server.ts');
  const names = [...source.matchAll(/refuse as (\w+)/g)].map(([, name]) => name);

  expect(names.sort()).toEqual(Object.keys(entry).sort());
});
