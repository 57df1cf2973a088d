import { isLoopbackHostname } from '../addresses/host-origin.ts';
import { readSetting, type SettingName, settings, type Variables } from '../basics/settings.ts';

export interface OperatorProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The OAuth scopes to request, separated by spaces. */
  readonly scope: string;
  /** The claim that gives the role. It is in the ID token or in userinfo, with one value or a list. */
  readonly roleClaim: string;
  /** The values of the claim that give the role of a reader. */
  readonly readers: readonly string[];
  /** The values of the claim that give the role of an operator. They take precedence over values for readers. */
  readonly operators: readonly string[];
}

const required = [
  'DASHBOARD_OIDC_ISSUER',
  'DASHBOARD_OIDC_CLIENT_ID',
  'DASHBOARD_OIDC_CLIENT_SECRET',
] as const;

/**
 * Reads the settings of the operators' OpenID provider. Undefined when no variable is set.
 *
 * @throws Error that names the variable and says which values it accepts
 */
export function readOperatorProvider(variables: Variables): OperatorProviderSettings | undefined {
  const names = Object.keys(settings).filter((name) => name.startsWith('DASHBOARD_OIDC_'));
  if (!names.some((name) => variables[name])) return undefined;
  const missing = required.filter((name) => !readSetting(variables, name));
  if (missing.length > 0) {
    throw new Error(
      `${missing.join(' and ')} must be set, because another DASHBOARD_OIDC_ variable is.`,
    );
  }
  const read = <Name extends SettingName>(name: Name) => readSetting(variables, name);
  const scope = read('DASHBOARD_OIDC_SCOPE');
  if (!scope.split(' ').includes('openid')) {
    throw new Error('DASHBOARD_OIDC_SCOPE must contain openid, such as openid email groups.');
  }
  return {
    issuer: checkIssuer(read('DASHBOARD_OIDC_ISSUER') ?? ''),
    clientId: read('DASHBOARD_OIDC_CLIENT_ID') ?? '',
    clientSecret: read('DASHBOARD_OIDC_CLIENT_SECRET') ?? '',
    scope,
    roleClaim: read('DASHBOARD_OIDC_ROLE_CLAIM'),
    readers: readValues('DASHBOARD_OIDC_READERS', read('DASHBOARD_OIDC_READERS')),
    operators: readValues('DASHBOARD_OIDC_OPERATORS', read('DASHBOARD_OIDC_OPERATORS')),
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

function readValues(name: SettingName, text: string): readonly string[] {
  const values = text.split(',').map((value) => value.trim());
  if (!values.includes('')) return values;
  throw new Error(`${name} must be values of the claim with commas between them.`);
}
