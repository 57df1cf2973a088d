import { readFileSync } from 'node:fs';

const { dependencies } = JSON.parse(
  readFileSync(new URL('packages/package.json', import.meta.url), 'utf8'),
);

/** Configuration of knip, which finds dead code. */
export default {
  entry: [
    'src/sdk/*.ts',
    'src/sdk/**/{elements,load-*-now,load-*-at-service,load-post-code}.ts',
    'src/build/{build.mjs,docs/build-site.ts}',
    'src/connect/{deploy/*.mjs,gallery/{connect,page}.tsx,service/embed.ts}',
    '{src,demo}/**/{main,vite.config}.{ts,tsx}',
    'demo/{start.mjs,hosts/script-tag/*.js}',
    'test/**/*.mjs',
    'test/**/{main,try-threats,fixed-seed}.ts',
    'test/{engines/host,support/{bindings,hosts}/apps,types}/*.{ts,js}',
    'test/tools/bench/{pages,processes}/*.js',
  ],
  project: [
    '{src,demo,test}/**/*.{ts,tsx,mjs,js,svelte,vue}',
    '!{**/dist,test/tools/bench/peers,test/packages}/**',
  ],
  ignore: ['demo/examples/**'],
  ignoreBinaries: ['Xvfb', 'openssl', 'prlimit', 'systemd-analyze'],
  ignoreDependencies: [
    ...Object.keys(dependencies),
    '@opentelemetry/exporter-trace-otlp-http',
    'koa',
  ],
  stryker: 'test/tools/mutation/stryker.config.mjs',
  vitest: ['vitest.config.ts', 'test/tools/mutation/vitest.config.ts'],
};
