import { expect, it } from 'vitest';

it('fails loudly when a browser bundle imports the server entry', async () => {
  const loading = import('../../../src/sdk/server-in-browser.ts');

  await expect(loading).rejects.toThrowError('must never reach a browser');
});
