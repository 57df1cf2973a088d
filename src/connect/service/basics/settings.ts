/** An environment variable that `serve` reads. */
interface Setting {
  readonly standard?: string;
  /** The default in words, for a setting without a fixed default value. */
  readonly otherwise?: string;
  /** The value must not appear in a log or a message. */
  readonly isSecret?: true;
  /** Blanks around the value belong to it. */
  readonly keepsBlanks?: true;
  /** The description of the setting, without a full stop. */
  readonly text: string;
  /** The section of the manual that explains the setting, relative to `demo/docs`. */
  readonly guide?: string;
}

/** All settings. `--help`, the manual, the doctor and `compose.yaml` are made from this table or tested against it. */
export const settings = {
  PORT: { standard: '4400', text: 'TCP port; 0: any free one' },
  HOST: {
    otherwise: 'loopback when PUBLIC_URL is, else every interface',
    text: 'IP address or host name to listen on; localhost: both loopback addresses',
    guide: 'deploy.md#in-a-container',
  },
  PUBLIC_URL: {
    otherwise: 'http://localhost:PORT',
    text: 'the origin that browsers and backends use, without a path',
    guide: 'deploy.md#behind-a-proxy',
  },
  DATABASE_URL: {
    otherwise: 'the embedded database in DATA_DIR',
    isSecret: true,
    text: 'postgres://user:password@host/database',
    guide: 'deploy.md#choosing-the-database',
  },
  DATABASE_READ_URL: {
    otherwise: 'DATABASE_URL',
    isSecret: true,
    text: 'a read replica of PostgreSQL, for lists and exports',
    guide: 'backup.md#a-read-replica',
  },
  DATABASE_POOL_SIZE: {
    standard: '10',
    text: 'connections to PostgreSQL that a process opens at most, 2 to 1000',
    guide: 'deploy.md#choosing-the-database',
  },
  MIGRATE_ON_START: {
    standard: 'false',
    text: 'true: the start creates the tables of PostgreSQL and brings them up to date',
    guide: 'upgrade.md',
  },
  MIGRATION_DATABASE_URL: {
    otherwise: 'DATABASE_URL',
    isSecret: true,
    text: 'PostgreSQL for migrations: the server itself, no pooler, as the role that owns the tables',
    guide: 'upgrade.md#two-roles',
  },
  DATA_DIR: {
    standard: '.data',
    text: 'folder of the embedded database',
    guide: 'deploy.md#choosing-the-database',
  },
  CODE_TTL_SECONDS: { standard: '60', text: 'how long a code may be exchanged, 1 to 600' },
  CONSENT_KEEP_YEARS: {
    standard: '3',
    text: 'how many years records of consents are kept, 1 to 100',
    guide: 'consent.md#the-record',
  },
  CONSENT_TEXTS: {
    otherwise: 'the texts of the page',
    text: 'path of a module with your texts of the consent screen, in every language',
    guide: 'consent.md#your-own-texts',
  },
  SUBMISSION_LIMIT: {
    standard: '100',
    text: 'sign-ins of a test application that sets no limit',
    guide: 'testing.md#test-logins',
  },
  APPLICATIONS_FILE: {
    text: 'JSON list of applications, registered or updated at every start',
    guide: 'dashboard.md#a-file-of-applications',
  },
  DASHBOARD_PASSWORD: {
    otherwise: 'a new one at each start, printed',
    isSecret: true,
    keepsBlanks: true,
    text: 'opens the dashboard; several processes need the same one',
    guide: 'dashboard.md#the-password',
  },
  DASHBOARD_OIDC_ISSUER: {
    text: 'OpenID provider where people sign in to the dashboard, instead of the password',
    guide: 'dashboard.md#people-and-roles',
  },
  DASHBOARD_OIDC_CLIENT_ID: {
    text: 'its client, with the redirect URI PUBLIC_URL/dashboard/return',
  },
  DASHBOARD_OIDC_CLIENT_SECRET: { isSecret: true, text: 'the secret of that client' },
  DASHBOARD_OIDC_SCOPE: {
    standard: 'openid email profile',
    text: 'what the provider is asked for',
  },
  DASHBOARD_OIDC_ROLE_CLAIM: { standard: 'roles', text: 'the claim that names the role' },
  DASHBOARD_OIDC_READERS: {
    standard: 'reader',
    text: 'its values for people who see everything, with commas between them',
  },
  DASHBOARD_OIDC_OPERATORS: {
    standard: 'operator',
    text: 'its values for people who change everything',
  },
  INTROSPECTION_SECRET: {
    isSecret: true,
    text: 'opens /auth/introspect to your resource servers; 32 characters or more',
    guide: 'backend.md#requests',
  },
  ADMIN_TOKEN: {
    isSecret: true,
    text: 'opens /admin with every scope, until there are admin keys; 32 characters or more',
    guide: 'admin-api.md#keys',
  },
  IDENTITY_HEADER: {
    text: 'header in which a trusted proxy names its user, for the audit log',
    guide: 'dashboard.md#audit-log',
  },
  PROVIDERS_MODULE: {
    otherwise: 'the simulated providers',
    text: 'path of a module of provider plug-ins',
    guide: 'providers.md#a-module-of-plug-ins',
  },
  GRANT_KEY: {
    isSecret: true,
    text: '32 bytes in base64, or two such keys with a comma; needed with PROVIDERS_MODULE, and for webhooks',
    guide: 'secrets.md#rotating-the-sealing-key',
  },
  WEBHOOK_ALLOW_HOSTS: {
    text: 'receivers of webhooks with private addresses: host names and IP addresses, with commas between them',
    guide: 'deploy.md#webhooks-out-of-your-network',
  },
  METRICS_TOKEN: {
    isSecret: true,
    text: 'opens /metrics to Authorization: Bearer, also from other machines',
    guide: 'monitoring.md',
  },
  TRUST_PROXY: {
    standard: 'off',
    text: 'off, the number of proxies in front of the service, or their addresses',
    guide: 'deploy.md#behind-a-proxy',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

/** Lists the settings in the order of the table. */
export function listSettings(): readonly (Setting & { readonly name: string })[] {
  return Object.entries<Setting>(settings).map(([name, setting]) => ({ name, ...setting }));
}

type ValueOf<Name extends SettingName> = (typeof settings)[Name] extends {
  readonly standard: string;
}
  ? string
  : string | undefined;

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads a setting, or its default. An empty variable counts as unset. Line breaks at the end are left out, because
 * variables that are read from files have them, such as Kubernetes secrets. Blanks and quotes around the value are left
 * out, too: `docker run --env-file` and `docker stack` keep them, but shells, compose and systemd remove them.
 *
 * @see https://github.com/kubernetes/kubernetes/issues/23404
 * @see https://github.com/moby/moby/issues/36110
 * @see https://github.com/moby/moby/issues/46773
 */
export function readSetting<Name extends SettingName>(
  variables: Variables,
  name: Name,
): ValueOf<Name>;
export function readSetting(variables: Variables, name: SettingName): string | undefined {
  const setting: Setting = settings[name];
  const line = variables[name]?.replace(/[\r\n]+$/, '');
  const value = setting.keepsBlanks ? line : line?.trim();
  return value?.replace(/^(["'])(.*)\1$/s, '$2') || setting.standard;
}
