/** A published package that this project is measured against. */
export interface Peer {
  /** The name of its files in `hosts/` and `pages/`. */
  readonly name: string;
  readonly title: string;
  /** The name in the npm registry; absent if nothing is installed. */
  readonly package?: string;
  readonly version?: string;
  /** The import of an application, for the count of bytes. */
  readonly imports?: string;
  /** The fixed address of its Connect page, if it has one. The bench replaces it with its own. */
  readonly fixedUrl?: string;
  /** The time that its page waits before it sends a code, in milliseconds, if 500 are too short. */
  readonly silenceMs?: number;
}

/** The measured values, in the order of the table. */
export const field: readonly Peer[] = [
  { name: 'bare', title: 'a frame by hand' },
  { name: 'tax-connect', title: 'tax-connect' },
  {
    name: 'finch',
    title: 'Finch',
    package: '@tryfinch/react-connect',
    version: '5.0.0',
    imports: 'FinchConnect',
  },
  {
    name: 'nango',
    title: 'Nango',
    package: '@nangohq/frontend',
    version: '0.71.10',
    imports: 'default',
  },
  {
    name: 'kombo',
    title: 'Kombo',
    package: '@kombo-api/connect',
    version: '1.3.0',
    imports: 'showKomboConnect',
  },
  {
    name: 'apideck',
    title: 'Apideck',
    package: '@apideck/vault-js',
    version: '1.8.1',
    imports: 'ApideckVault',
    fixedUrl: 'https://vaultjs.apideck.com',
  },
  {
    name: 'mx',
    title: 'MX',
    package: '@mxenabled/web-widget-sdk',
    version: '0.0.15',
    imports: 'ConnectWidget',
  },
  {
    name: 'mono',
    title: 'Mono',
    package: '@mono.co/connect.js',
    version: '2.2.0',
    imports: 'default',
    fixedUrl: 'https://connect.mono.co',
    silenceMs: 2500,
  },
  {
    name: 'penpal',
    title: 'penpal',
    package: 'penpal',
    version: '7.0.6',
    imports: 'connect, WindowMessenger',
  },
  {
    name: 'zoid',
    title: 'zoid',
    package: 'zoid',
    version: '9.0.86',
    imports: 'create',
  },
];

/** @param name - of a contender, or of one that was preloaded */
export function nameContender(name: string): string {
  const [base = '', suffix] = name.split(', ');
  const peer = field.find((one) => one.name === base);
  const title = [peer?.title ?? base, peer?.version].filter(Boolean).join(' ');
  return suffix === undefined ? title : `${title}, ${suffix}`;
}
