/** The environment of the application's backend. */
export interface HostsConfig {
  /** TCP port; 0: any free one. */
  readonly listenPort: number;
  /** Address under which browsers know the application; unset: `http://localhost:PORT`. */
  readonly publicUrl?: string | undefined;
  /** Name of this machine in that address when `publicUrl` is unset; default `localhost`. */
  readonly hostName?: string | undefined;
  /** Where the backend reaches the Connect service. */
  readonly connectBaseUrl: string;
  /** Where browsers reach the Connect page; unset: `{connectBaseUrl}/connect`. */
  readonly connectUrl?: string | undefined;
  readonly clientId: string;
  /** Never leaves the backend. */
  readonly clientSecret: string;
  /** Verifies events; begins with `whsec_`. */
  readonly webhookSecret: string;
  /** Folder of the built pages; unset: `demo/dist/hosts`. */
  readonly pagesFolder?: string | undefined;
  /** Where the log goes, line by line; unset: nowhere. */
  readonly log?: ((line: string) => void) | undefined;
}

/** The configuration once the server listens, with every gap filled. */
export interface AppConfig {
  /** Origin under which browsers know the application. */
  readonly publicUrl: string;
  readonly connectBaseUrl: string;
  readonly connectUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
  readonly pagesFolder: string;
  log(line: string): void;
}

/**
 * @param environment - environment variables; empty ones count as unset
 * @returns the configuration
 * @throws Error that names the variable
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): HostsConfig {
  const read = (name: string): string | undefined => environment[name] || undefined;
  const readRequired = (name: string): string => {
    const value = read(name);
    if (value === undefined) throw new Error(`${name} is not set.`);
    return value;
  };
  const listenPort = Number(read('PORT') ?? '4401');
  if (!Number.isInteger(listenPort) || listenPort < 0 || listenPort > 65_535) {
    throw new Error('PORT must be a whole number from 0 to 65535.');
  }
  const connectUrl = read('CONNECT_URL') ?? 'http://localhost:4400/connect';
  return {
    listenPort,
    publicUrl: read('PUBLIC_URL'),
    connectBaseUrl: read('CONNECT_BASE_URL') ?? new URL(connectUrl).origin,
    connectUrl,
    clientId: readRequired('CLIENT_ID'),
    clientSecret: readRequired('CLIENT_SECRET'),
    webhookSecret: readRequired('CONNECT_WEBHOOK_SECRET'),
  };
}
