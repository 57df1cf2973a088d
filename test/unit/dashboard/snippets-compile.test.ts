import { expect, it } from 'vitest';
import { createSnippets } from '../../../src/connect/dashboard/snippets.ts';
import { compileSnippets } from '../../support/compile-snippets.ts';
import { application as shop } from './application.ts';

const application = {
  ...shop,
  redirect_uris: [{ address: 'https://shop.example/tax/callback', flag: null }],
};

const environmentOptions = `import { createCallback } from 'tax-connect/server';
declare const absent: undefined;
export const callback = createCallback({
  baseUrl: process.env.A, clientId: process.env.B, clientSecret: process.env.C,
  redirectUri: process.env.D, connectUrl: absent, cookieKey: process.env.E,
  returnsState: absent, successUrl: absent, failureUrl: absent, timeoutMs: absent,
  fetch: absent, onError: absent, getState: absent, getSessionId: absent,
  onConnected: () => {},
});`;

// One compilation for all cases, because each one reads the libraries' declarations.
it("the backend's snippet passes strict TypeScript, and options may be undefined", () => {
  const { backend } = createSnippets(application);
  const withoutRedirect = createSnippets({ ...application, redirect_uris: [] }).backend;

  const [copied, short, environment, misspelt, missing] = compileSnippets(
    [
      backend,
      withoutRedirect,
      environmentOptions,
      backend.replace('clientSecret:', 'clientSecrets:'),
      environmentOptions.replace('() => {}', 'absent'),
    ].map((source) => ({ source })),
  );

  expect(backend).toContain("redirectUri: 'https://shop.example/tax/callback'");
  expect(withoutRedirect).not.toContain('redirectUri');
  expect([copied, short, environment]).toEqual([[], [], []]);
  expect(misspelt).toEqual([expect.stringContaining('clientSecrets')]);
  expect(missing).toHaveLength(1);
});
