/**
 * These are in front of the store, or use calls of it that other files make, too. They run on SQLite, and on
 * PostgreSQL in the long run only: it takes three times the CPU. A new file runs on both.
 */
export const sameOnEveryStore = [
  'client-address',
  'connect-page',
  'contract',
  'dashboard-access',
  'dashboard-fuzz',
  'dashboard-settings',
  'docs',
  'file-access',
  'flow',
  'fuzz',
  'handoff',
  'home',
  'joiner',
  'notice',
  'oauth-clients',
  'openapi',
  'operations',
  'plugin-shapes',
  'providers',
  'redirect-providers',
  'sdk',
  'slow-senders',
  'stray-errors',
  'stream-limit',
  'token-clients',
  'trace',
  'weakened-service',
].map((name) => `test/service/${name}.test.ts`);
