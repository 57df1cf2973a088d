import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/** Who may import whom. Lower layers know nothing of higher ones; same table as src/README.md. */
const allowedLayers = {
  protocol: [],
  channel: ['protocol'],
  ui: ['protocol'],
  server: ['protocol'],
  page: ['protocol', 'channel', 'ui'],
  host: ['protocol', 'channel', 'ui'],
  bindings: ['protocol', 'host', 'page'],
  testing: ['protocol', 'host', 'page'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The packages that a layer may use; they are bundled. The other layers use none. */
const allowedPackages: Readonly<Record<string, string>> = {
  ui: '^node_modules/(preact|@preact)/',
  host: '^node_modules/@preact/signals-core/',
};

const layerRules = Object.entries(allowedLayers).map(([layer, others]): IForbiddenRuleType => {
  const within = `^src/(${[layer, ...others].join('|')})/`;
  return {
    name: `${layer}-layer`,
    severity: 'error',
    from: { path: `^src/${layer}/` },
    to: { pathNot: [within, ...[allowedPackages[layer] ?? []].flat()] },
  };
});

/** The rules that `layers.test.ts` holds the sources to. */
export const layers: IConfiguration & { forbidden: IForbiddenRuleType[] } = {
  forbidden: [
    ...layerRules,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'entries-only-re-export',
      comment: 'an entry mentions its layers, never another entry or a package',
      severity: 'error',
      from: { path: '^src/[^/]+$' },
      to: { pathNot: '^src/[^/]+/' },
    },
    {
      name: 'demo-is-a-customer',
      comment: 'the demo imports the package by its name, never a file behind it',
      severity: 'error',
      from: { path: '^demo/' },
      to: { path: '^src/', dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'browser-entry-never-reaches-server',
      severity: 'error',
      from: { path: '^src/(index|global|page)\\.ts$' },
      to: { path: '^src/server', reachable: true },
    },
  ],
};
