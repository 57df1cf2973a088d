/**
 * The folders of `src/sdk/` whose code is changed, and the folders of `test/unit/` whose tests have to
 * notice. The tests of `host` take seconds for each change, so only `host` itself runs them.
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
