import { expect, it } from 'vitest';

it('fails loudly when a browser bundle imports the server entry', async () => {
  const loading = import('../../../src/sdk/server-in-browser.ts');

  await expect(loading).rejects.toThrowError('must never reach a browser');
});

it('loads in a server', async () => {
  const entry = await import('../../../src/sdk/server.ts');

  expect(Object.keys(entry).sort()).toEqual([
    'AccountError',
    'CallbackError',
    'EventsError',
    'ExchangeError',
    'RecordsError',
    'SessionError',
    'WebhookError',
    'cancelSession',
    'createCallback',
    'createSession',
    'createWebhookHandler',
    'disconnect',
    'exchangeCode',
    'finishSession',
    'getAccount',
    'listEvents',
    'listRecords',
    'matchLocale',
    'openFile',
    'readConsent',
    'readRecord',
    'readSession',
    'toNodeHandler',
  ]);
});
