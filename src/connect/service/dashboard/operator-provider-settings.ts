import { isLoopbackHostname } from '../addresses/loopback-hostname.ts';

/** The operators' OpenID provider, and how its people get their roles. */
export interface OperatorProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces. */
  readonly scope: string;
  /** A claim of the ID token or of userinfo, with one value or a list. */
  readonly roleClaim: string;
  /** Values of the claim. */
  readonly readers: readonly string[];
  /** Values of the claim. They win over those of readers. */
  readonly operators: readonly string[];
}

const required = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;
const optional = ['SCOPE', 'ROLE_CLAIM', 'READERS', 'OPERATORS'] as const;

/**
 * @param read - returns the value of a variable
 * @returns the settings; undefined without any variable
 * @throws Error that names the variable and says what it must be
 */
export function readOperatorProvider(
  read: (name: string) => string | undefined,
): OperatorProviderSettings | undefined {
  const get = (name: (typeof required | typeof optional)[number]) => read(`DASHBOARD_OIDC_${name}`);
  if ([...required, ...optional].every((name) => get(name) === undefined)) return undefined;
  const missing = required.filter((name) => get(name) === undefined);
  if (missing.length > 0) {
    const names = missing.map((name) => `DASHBOARD_OIDC_${name}`).join(' and ');
    throw new Error(`${names} must be set, because another DASHBOARD_OIDC_ variable is.`);
  }
  const scope = get('SCOPE') ?? 'openid email profile';
  if (!scope.split(' ').includes('openid')) {
    throw new Error('DASHBOARD_OIDC_SCOPE must contain openid, such as openid email groups.');
  }
  return {
    issuer: checkIssuer(get('ISSUER') ?? ''),
    clientId: get('CLIENT_ID') ?? '',
    clientSecret: get('CLIENT_SECRET') ?? '',
    scope,
    roleClaim: get('ROLE_CLAIM') ?? 'roles',
    readers: readValues('READERS', get('READERS') ?? 'reader'),
    operators: readValues('OPERATORS', get('OPERATORS') ?? 'operator'),
  };
}

function checkIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.protocol === 'http:' && isLoopbackHostname(url.hostname);
  if (url && (url.protocol === 'https:' || isLocal) && !url.search && !url.hash) return text;
  throw new Error(
    `DASHBOARD_OIDC_ISSUER must be an https address, or http on loopback; got ${JSON.stringify(text)}.`,
  );
}

function readValues(name: string, text: string): readonly string[] {
  const values = text.split(',').map((value) => value.trim());
  if (!values.includes('')) return values;
  throw new Error(`DASHBOARD_OIDC_${name} must be values of the claim with commas between them.`);
}
