/**
 * What is in front of the store, or goes through it by calls that other files make, too: it is tested on
 * PostgreSQL, and on SQLite only in the long run. A new file runs on both.
 */
export const sameOnEveryStore = [
  'client-address',
  'connect-page',
  'dashboard-access',
  'dashboard-fuzz',
  'dashboard-settings',
  'fuzz',
  'home',
  'joiner',
  'oauth-clients',
  'openapi',
  'operations',
  'sdk',
  'slow-senders',
  'stray-errors',
  'stream-limit',
  'weakened-service',
].map((name) => `test/service/${name}.test.ts`);
