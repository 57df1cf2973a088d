/**
 * The folders of `src/sdk/` that are mutated, and the folders of `test/unit/` whose tests should notice. The tests
 * of `host` need seconds for each mutant, so they run only for `host` itself.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const folders = {
  protocol: ['protocol', 'channel', 'page', 'server'],
  channel: ['channel', 'page'],
  page: ['page'],
  server: ['server'],
  host: ['host', 'testing'],
};
