/** The addresses of the Connect service, for the script tag. */
export interface ServiceAddresses {
  /** Address of the Connect page. */
  readonly connectUrl: string;
  /** Address of the documentation of the error codes, or a path in the package. */
  readonly docsUrl: string;
}

/** The page of the error codes, which is in every installation of the package. */
const docsInPackage = 'node_modules/tax-connect/demo/docs/errors.md';

/** Marks the string that contains the addresses. */
const mark = 'tax-connect-service';
const written = /"tax-connect-service ((?:[^"\\]|\\.)*)"/g;

/** A placeholder for that string. It is replaced after minification, which may change its quotes. */
export const unwrittenAddresses = mark;

/** The environment variables of the addresses. */
interface AddressVariables {
  readonly TAX_CONNECT_URL?: string | undefined;
  readonly TAX_CONNECT_DOCS_URL?: string | undefined;
}

/**
 * @param variables - environment variables; empty ones count as unset
 * @param built - an earlier build of the script tag, whose addresses are used for unset variables
 * @returns the addresses for this build
 */
export function chooseServiceAddresses(
  variables: AddressVariables,
  built?: string,
): ServiceAddresses {
  const { TAX_CONNECT_URL: connectUrl, TAX_CONNECT_DOCS_URL: docsUrl } = variables;
  const kept = built === undefined || connectUrl ? undefined : findServiceAddresses(built);
  const chosen = connectUrl || kept?.connectUrl || 'http://localhost:4400/connect';
  // The default service exists only while `npx tax-connect dev` runs, but the package is always available.
  const derived = connectUrl ? new URL('docs/errors', chosen).href : docsInPackage;
  return { connectUrl: chosen, docsUrl: docsUrl || (kept?.docsUrl ?? derived) };
}

/** @returns undefined for a script that does not contain the addresses in a single string */
function findServiceAddresses(script: string): ServiceAddresses | undefined {
  const [found] = script.match(written) ?? [];
  if (found === undefined) return undefined;
  const text: string = JSON.parse(found);
  const [, connectUrl = '', docsUrl = ''] = text.split(' ');
  return { connectUrl, docsUrl };
}

/**
 * @param addresses - absolute addresses
 * @returns the string for `src/sdk/protocol/service-addresses.ts`; spaces in an address are encoded
 * @throws TypeError when an address is not a URL
 */
export function joinServiceAddresses({ connectUrl, docsUrl }: ServiceAddresses): string {
  const docs = docsUrl === docsInPackage ? docsUrl : new URL(docsUrl).href;
  return [mark, new URL(connectUrl).href, docs].join(' ');
}

/**
 * @returns the script that opens this service
 * @throws Error unless the script has exactly one place for the addresses; it would open another service
 */
export function writeServiceAddresses(script: string, addresses: ServiceAddresses): string {
  return replaceOnce(script, written, addresses);
}

/**
 * @param script - the script tag, just minified
 * @returns the script with the addresses, in quotes that do not depend on the minifier
 * @throws Error unless the placeholder is found exactly once
 */
export function completeScript(script: string, addresses: ServiceAddresses): string {
  return replaceOnce(script, /(["'`])tax-connect-service\1/g, addresses);
}

function replaceOnce(script: string, pattern: RegExp, addresses: ServiceAddresses): string {
  const found = findOnce(script, pattern);
  // The replacement is a function, because `$` has a special meaning in a replacement string.
  return script.replace(found, () => JSON.stringify(joinServiceAddresses(addresses)));
}

function findOnce(script: string, pattern: RegExp): string {
  const [found, ...others] = script.match(pattern) ?? [];
  if (found !== undefined && others.length === 0) return found;
  const count = found === undefined ? 'no place' : `${others.length + 1} places`;
  throw new Error(`tax-connect.js has ${count} for the service's address. Run npm run build.`);
}
