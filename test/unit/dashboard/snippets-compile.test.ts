import { expect, it } from 'vitest';
import { createSnippets } from '../../../src/connect/dashboard/snippets.ts';
import type { Application } from '../../../src/connect/shapes/dashboard-answers.ts';
import { compileSnippets } from '../../support/compile-snippets.ts';

const application: Application = {
  client_id: 'test_app',
  name: 'Shop',
  environment: 'test',
  source: 'dashboard',
  logo: null,
  submissions: null,
  submission_limit: null,
  token_days: null,
  purpose: null,
  privacy_url: null,
  consent_days: null,
  accent_color: null,
  support_url: null,
  provider_ids: null,
  secrets: [],
  origins: [],
  flows: [],
  refused_origins: [],
  refused_redirect_uris: [],
  secret_refused_at: null,
  code_refused_at: null,
  redirect_uris: [{ address: 'https://shop.example/tax/callback', flag: null }],
  service: {
    base_url: 'https://connect.example',
    connect_url: 'https://connect.example/connect',
    submission_limit: 100,
    script: null,
  },
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
}, 60_000);
