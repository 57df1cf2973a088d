import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import { isPlainHostname } from './addresses/host-origin.ts';
import { findWrongField } from './applications/consent-terms.ts';
import {
  type ApplicationRegistration,
  applicationFields,
  maxWebhooks,
} from './applications/registered-application.ts';
import { parseGrantKeys } from './basics/grant-seal.ts';
import { readSetting, type SettingName, type Variables } from './basics/settings.ts';
import { readDatabaseSettings } from './database-settings.ts';
import { registeredWebhook } from './events/webhook-secret.ts';
import { noProxies, parseTrustedProxies, type TrustedProxies } from './http/client-address.ts';
import type { Settings } from './http/parts.ts';
import {
  type OperatorProviderSettings,
  readOperatorProvider,
} from './operators/operator-provider-settings.ts';
import type { ProviderSettings } from './providers/open-providers.ts';
import type { StoreLocation } from './store/open-database.ts';

export interface Config extends Settings, ProviderSettings, StoreLocation {
  /** The TCP port on which the service listens; 0 for any free port. */
  readonly listenPort: number;
  /**
   * The IP address or host name on which the service listens. `localhost` means both loopback addresses. Default: the
   * loopback addresses if `publicUrl` is on loopback, otherwise every interface.
   */
  readonly listenAddress?: string | undefined;
  /** The origin for browsers and backends. Default: `http://localhost:PORT`. */
  readonly publicUrl?: string | undefined;
  /** The path of a module with texts for the consent screen. Default: the page's own texts. */
  readonly consentTextsModule?: string | undefined;
  /** The password of the dashboard. Default: a random password, printed at the start. */
  readonly dashboardPassword?: string | undefined;
  /** The settings of the operators' OpenID provider. Default: people sign in with the password. */
  readonly operatorProvider?: OperatorProviderSettings | undefined;
  readonly applications: readonly ApplicationRegistration[];
}

const applicationSchema = v.pipe(
  v.object({
    ...applicationFields,
    webhooks: v.optional(
      v.pipe(
        v.array(registeredWebhook),
        v.maxLength(maxWebhooks),
        v.checkItems(
          ({ url }, index, all) => all.findIndex((one) => one.url === url) === index,
          'has the url of another webhook',
        ),
      ),
    ),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value: input } = dataset;
    const wrong = findWrongField(input, input.environment);
    if (!wrong) return;
    const { field: key, rule: message } = wrong;
    const path = { type: 'object', origin: 'value', input, key, value: input[key] } as const;
    addIssue({ message, path: [{ ...path, input: { ...input } }] });
  }),
);

const applicationsSchema = v.pipe(
  v.array(applicationSchema),
  v.checkItems(
    ({ client_id }, index, all) => all.findIndex((one) => one.client_id === client_id) === index,
    'has the client_id of another application',
  ),
);

/**
 * Reads the configuration from environment variables. An empty variable counts as unset.
 *
 * @throws Error that names the variable and says which values it accepts
 */
export function readConfig(environment: Variables): Config {
  const read = <Name extends SettingName>(name: Name) => readSetting(environment, name);
  const trustedProxies = readTrustedProxies(read('TRUST_PROXY'));
  const applicationsFile = read('APPLICATIONS_FILE');
  return {
    listenPort: readWholeNumber('PORT', read('PORT'), [0, 65_535]),
    listenAddress: readListenAddress(read('HOST')),
    publicUrl: readPublicUrl(read('PUBLIC_URL')),
    ...readDatabaseSettings(environment),
    // With a single connection, a transaction that waits for a lock would stop every request.
    databasePoolSize: readWholeNumber('DATABASE_POOL_SIZE', read('DATABASE_POOL_SIZE'), [2, 1000]),
    databaseFile: join(read('DATA_DIR'), 'connect.sqlite'),
    codeTtlMs: readWholeNumber('CODE_TTL_SECONDS', read('CODE_TTL_SECONDS'), [1, 600]) * 1000,
    submissionLimit: readWholeNumber('SUBMISSION_LIMIT', read('SUBMISSION_LIMIT'), [0, 1e9]),
    consentKeepYears: readWholeNumber('CONSENT_KEEP_YEARS', read('CONSENT_KEEP_YEARS'), [1, 100]),
    trustedProxies,
    metricsToken: read('METRICS_TOKEN'),
    webhookAllowHosts: readHosts('WEBHOOK_ALLOW_HOSTS', read('WEBHOOK_ALLOW_HOSTS')),
    introspectionSecret: readSecret('INTROSPECTION_SECRET', read('INTROSPECTION_SECRET')),
    adminToken: readSecret('ADMIN_TOKEN', read('ADMIN_TOKEN')),
    identityHeader: readIdentityHeader(read('IDENTITY_HEADER'), trustedProxies),
    providersModule: read('PROVIDERS_MODULE'),
    consentTextsModule: read('CONSENT_TEXTS'),
    grantKeys: readGrantKeys(read('GRANT_KEY')),
    dashboardPassword: read('DASHBOARD_PASSWORD'),
    operatorProvider: readOperatorProvider(environment),
    applications: applicationsFile ? readApplications(applicationsFile) : [],
  };
}

function readWholeNumber(
  name: SettingName,
  text: string,
  [least, most]: readonly [number, number],
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`${name} must be a whole number from ${least} to ${most}.`);
}

function readTrustedProxies(text: string): TrustedProxies {
  const trustedProxies = parseTrustedProxies(text);
  if (trustedProxies) return trustedProxies;
  throw new Error(
    'TRUST_PROXY must be off, the number of proxies in front of the service, such as 1, or their ' +
      `addresses, such as 10.0.0.0/8, fd00::/8; got ${JSON.stringify(text)}.`,
  );
}

/** Reads a host name or IP address. It accepts IPv6 in brackets, because some people write the address as in a URL. */
function readHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\[(.+)\]$/, '$1');
}

function readListenAddress(text: string | undefined): string | undefined {
  const address = text && readHost(text);
  if (address === undefined || isIP(address) || isPlainHostname(address)) return address;
  throw new Error(
    `HOST must be an IP address or a host name, such as 0.0.0.0; got ${JSON.stringify(text)}.`,
  );
}

function readHosts(name: SettingName, text: string | undefined): readonly string[] | undefined {
  const hosts = text?.split(',').map(readHost);
  const wrong = hosts?.find((host) => isIP(host) === 0 && !isPlainHostname(host));
  if (wrong === undefined) return hosts;
  throw new Error(
    `${name} must be host names or IP addresses with commas between them, such as hooks.internal, 10.0.0.5; got ${JSON.stringify(wrong)}.`,
  );
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new Error('PUBLIC_URL must be an http or https origin, such as https://connect.example.');
}

function readGrantKeys(text: string | undefined): readonly Buffer[] | undefined {
  const keys = text === undefined ? undefined : parseGrantKeys(text);
  if (text === undefined || keys) return keys;
  // The value is not quoted, because it is a secret.
  throw new Error(
    'GRANT_KEY must be 32 bytes in base64, or two such keys with a comma between them.',
  );
}

/** Checks a secret. A shorter one could be guessed over the network. Other characters are invalid in a header. */
function readSecret(name: SettingName, text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{32,500}$/.test(text)) return text;
  throw new Error(
    `${name} must be 32 to 500 visible ASCII characters, such as 32 random bytes in hex.`,
  );
}

/** Headers that may contain secrets. Such a header cannot name the person for the audit log. */
const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-csrf-token',
]);

function readIdentityHeader(
  text: string | undefined,
  trustedProxies: TrustedProxies,
): string | undefined {
  if (text === undefined) return undefined;
  if (!/^[a-z][a-z\d-]{0,99}$/i.test(text) || secretHeaders.has(text.toLowerCase())) {
    throw new Error('IDENTITY_HEADER must be the name of a header, such as X-Forwarded-Email.');
  }
  if (trustedProxies !== noProxies) return text;
  throw new Error('IDENTITY_HEADER needs TRUST_PROXY: only a trusted proxy can name a person.');
}

function readApplications(file: string): readonly ApplicationRegistration[] {
  const json = readJsonFile(file);
  if (json === undefined) {
    throw new Error(`APPLICATIONS_FILE: ${file} cannot be read, or is not JSON in UTF-8.`);
  }
  const result = v.safeParse(applicationsSchema, json);
  if (result.success) return result.output;
  throw new Error(`APPLICATIONS_FILE: ${describeIssue(result.issues)}`);
}

/** @throws Error that begins with the field's name and says which values it accepts */
export function checkRegistration(candidate: ApplicationRegistration): ApplicationRegistration {
  const result = v.safeParse(applicationSchema, candidate);
  if (result.success) return result.output;
  throw new Error(describeIssue(result.issues));
}

/** The types of issues whose messages are written here. Other messages quote the value. */
const ownRules: ReadonlySet<string> = new Set([
  ...['check', 'check_items', 'regex', 'raw_check'],
  ...['number', 'integer', 'min_value', 'max_value'],
]);

function describeIssue([issue]: readonly [v.BaseIssue<unknown>, ...unknown[]]): string {
  // The message names the path and the rule, but never the value, which may be a secret.
  const path = v.getDotPath(issue) ?? 'the file';
  const isOwn = ownRules.has(issue.type);
  const rule = isOwn ? issue.message : issue.expected;
  return `${path} is wrong${rule ? ` (${rule})` : ''}.`;
}

function readJsonFile(file: string): unknown {
  try {
    // The decoder leaves out a byte order mark, and refuses another encoding, which would garble names.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)));
  } catch {
    // The error is dropped, because its message quotes the text, which contains secrets.
    return undefined;
  }
}
