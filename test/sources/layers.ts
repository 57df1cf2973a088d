import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/** For each folder, the folders below it that it may import from. */
type Layers = Readonly<Record<string, readonly string[]>>;

/** The layers of the SDK, as in src/README.md. */
const sdkLayers: Layers = {
  protocol: [],
  channel: ['protocol'],
  ui: ['protocol'],
  server: ['protocol'],
  providers: ['protocol'],
  page: ['protocol', 'channel', 'ui'],
  host: ['protocol', 'channel', 'ui'],
  testing: ['protocol', 'server', 'host'],
};

/** The layers of the SDK that show texts to people, or find controls by them. */
const textLayers: readonly string[] = ['ui', 'host', 'testing'];

const texts = '^src/texts/';

/** The layers that every feature of the Connect service may use. */
const belowFeatures = ['basics', 'store', 'addresses', 'http'] as const;

/**
 * The layers of the Connect service, from below. Features depend on http, store and addresses, which depend on no
 * feature, and on the features that they name.
 */
const serviceLayers: Layers = {
  basics: [],
  store: ['basics'],
  addresses: [],
  http: ['basics', 'store', 'addresses'],
  operators: belowFeatures,
  applications: [...belowFeatures, 'operators'],
  events: [...belowFeatures, 'operators', 'applications'],
  providers: [...belowFeatures, 'applications', 'events'],
  connections: [...belowFeatures, 'operators', 'applications', 'events', 'providers'],
  consents: [...belowFeatures, 'operators', 'applications', 'events', 'providers', 'connections'],
  sessions: [...belowFeatures, 'operators', 'applications', 'events', 'providers', 'connections'],
  flow: [...belowFeatures, 'applications', 'providers', 'connections', 'consents', 'sessions'],
  records: [...belowFeatures, 'providers', 'connections'],
  manage: [...belowFeatures, 'flow'],
  public: belowFeatures,
  openapi: ['http'],
};

/** The schemas that the service and its pages share. */
const shapes = '^src/connect/shapes/';

/** Lists that the package, the service and its pages share. */
const words = '^src/sdk/protocol/words\\.ts$';

/** The parts that modal and pages share: the machine, components, styles. It knows neither. */
const kit = '^src/kit/';

/** The packages that a layer of the SDK may bundle. Other layers use none. */
const allowedPackages: Readonly<Record<string, string>> = {
  ui: `^node_modules/(preact|@preact)/|${kit}`,
  host: `^node_modules/@preact/signals-core/|${kit}`,
  server: '^node_modules/standardwebhooks/',
  providers: '^node_modules/openid-client/',
};

/** The framework that a binding may use, but does not bundle. */
const frameworks: Readonly<Record<string, string>> = {
  core: '^$',
  element: '^$',
  react: '^node_modules/(react|@types/react)/',
  vue: '^node_modules/vue/',
  svelte: '^(node_modules/)?svelte/',
};

/** Bindings import the package by its name, so that a page has one SDK. They share types of the element. */
const bindingRules = Object.entries(frameworks).map(([name, framework]): IForbiddenRuleType => {
  return {
    name: `${name}-binding`,
    severity: 'error',
    from: { path: `^src/sdk/bindings/${name}/` },
    to: {
      pathNot: [
        `^src/sdk/bindings/(core|element|${name})/`,
        '^(tax-connect|src/sdk/index\\.ts)$',
        framework,
      ],
    },
  };
});

const sdkRules = Object.entries(sdkLayers).map(([layer, others]): IForbiddenRuleType => {
  const within = `^src/sdk/(${[layer, ...others].join('|')})/`;
  const more = [allowedPackages[layer] ?? [], textLayers.includes(layer) ? texts : []].flat();
  return {
    name: `${layer}-layer`,
    severity: 'error',
    from: { path: `^src/sdk/${layer}/` },
    to: { pathNot: [within, ...more] },
  };
});

const serviceRules = Object.entries(serviceLayers).map(([layer, others]): IForbiddenRuleType => {
  return {
    name: `service-${layer}-layer`,
    severity: 'error',
    from: { path: `^src/connect/service/${layer}/` },
    to: {
      path: '^src/connect/',
      pathNot: [`^src/connect/service/(${[layer, ...others].join('|')})/`, shapes],
    },
  };
});

/** The rules that `layers.test.ts` checks. */
export const layers: IConfiguration & { forbidden: IForbiddenRuleType[] } = {
  forbidden: [
    ...sdkRules,
    ...bindingRules,
    ...serviceRules,
    {
      name: 'texts-import-nothing',
      severity: 'error',
      from: { path: texts },
      to: { pathNot: texts },
    },
    {
      name: 'kit-imports-nothing-above-it',
      severity: 'error',
      from: { path: kit },
      to: { path: '^src/', pathNot: kit },
    },
    {
      name: 'shapes-import-no-layer',
      severity: 'error',
      from: { path: shapes },
      to: { pathNot: [shapes, '^node_modules/valibot/', '^src/sdk/[^/]+$', words] },
    },
    {
      name: 'shapes-import-only-types-of-the-package',
      comment: 'the service and the pages load different entries of it',
      severity: 'error',
      from: { path: shapes },
      to: { path: '^src/sdk/', pathNot: words, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-know-no-service',
      severity: 'error',
      from: { path: '^src/connect/(page|dashboard|docs|gallery)/' },
      to: { path: '^src/connect/service/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'entries-only-re-export',
      comment: 'an entry mentions its layers, never another entry or a package',
      severity: 'error',
      from: { path: '^src/sdk/[^/]+$' },
      to: { pathNot: '^src/sdk/[^/]+/' },
    },
    {
      name: 'demo-imports-the-package',
      comment: 'the demo is a customer',
      severity: 'error',
      from: { path: '^demo/' },
      to: { path: '^src/', dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'no-page-imports-the-build',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(build|connect/service)/|/vite\\.config\\.ts$' },
      to: { path: '^src/build/' },
    },
    {
      name: 'connect-is-a-customer',
      comment: 'Connect imports the package by its name, never a file behind it',
      severity: 'error',
      from: { path: '^src/connect/' },
      to: {
        path: '^src/sdk/',
        // Finds the name that a developer meant; corrects answers of OpenID providers; the lists of words. No entry of
        // the package has them.
        pathNot: ['^src/sdk/protocol/(near-name|correct-json)\\.ts$', words],
        dependencyTypesNot: ['aliased'],
      },
    },
    {
      name: 'cli-knows-the-protocol-only',
      comment: 'of the SDK, the command imports what is below every layer',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: { path: '^src/sdk/', pathNot: '^src/sdk/protocol/' },
    },
    {
      name: 'sdk-knows-no-connect',
      severity: 'error',
      from: { path: '^src/sdk/' },
      to: { path: '^(src/connect|demo)/' },
    },
    {
      name: 'browser-entry-never-reaches-server',
      severity: 'error',
      from: { path: '^src/sdk/(index|global|page|react|vue|svelte|element)\\.ts$' },
      to: { path: '^src/sdk/(server|providers)', reachable: true },
    },
  ],
};
