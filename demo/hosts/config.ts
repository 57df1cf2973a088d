/** The configuration of the application's backend. */
export interface HostsConfig {
  /** The TCP port; 0 for any free port. */
  readonly listenPort: number;
  /** The URL by which browsers reach the application. By default `http://localhost:PORT`. */
  readonly publicUrl?: string | undefined;
  /** The host name in the default of `publicUrl`. By default `localhost`. */
  readonly hostName?: string | undefined;
  /** The URL by which this backend reaches the Connect service. */
  readonly connectBaseUrl: string;
  /** The URL by which browsers reach the Connect page. By default `{connectBaseUrl}/connect`. */
  readonly connectUrl?: string | undefined;
  readonly clientId: string;
  /** The client secret, which never leaves the backend. */
  readonly clientSecret: string;
  /** The secret that verifies the signatures of webhook requests. It begins with `whsec_`. */
  readonly webhookSecret: string;
  /** The folder of the built pages. Default: `demo/dist/hosts`. */
  readonly pagesFolder?: string | undefined;
  /** Called with each line of the log. When undefined, nothing is logged. */
  readonly log?: ((line: string) => void) | undefined;
}

/** The configuration with all defaults, which is known once the server listens. `publicUrl` is an origin. */
export type AppConfig = {
  readonly [Name in Exclude<keyof HostsConfig, 'listenPort' | 'hostName'>]-?: NonNullable<
    HostsConfig[Name]
  >;
};

/**
 * @param environment - environment variables; empty ones count as unset
 * @throws Error that names a missing or invalid variable
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
