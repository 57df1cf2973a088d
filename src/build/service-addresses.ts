/** What the script tag is told about the Connect service that it opens. */
export interface ServiceAddresses {
  /** Of the Connect page. */
  readonly connectUrl: string;
  /** Of the page that explains the error codes. */
  readonly docsUrl: string;
}

/** The beginning of the string that contains the addresses. */
const mark = 'tax-connect-service';
const written = /"tax-connect-service ((?:[^"\\]|\\.)*)"/g;

/** Stands for that string until the script is minified, which may change its quotes. */
export const unwrittenAddresses = mark;

/** Variables that set them. */
interface AddressVariables {
  readonly TAX_CONNECT_URL?: string | undefined;
  readonly TAX_CONNECT_DOCS_URL?: string | undefined;
}

/**
 * @param variables - of the environment; empty ones count as unset
 * @param built - a script tag that was built before, whose addresses are kept where nothing is set
 * @returns the addresses that a build writes
 */
export function chooseServiceAddresses(
  variables: AddressVariables,
  built?: string,
): ServiceAddresses {
  const { TAX_CONNECT_URL: connectUrl, TAX_CONNECT_DOCS_URL: docsUrl } = variables;
  const kept = built === undefined || connectUrl ? undefined : findServiceAddresses(built);
  const chosen = connectUrl || kept?.connectUrl || 'http://localhost:4400/connect';
  const derived = kept?.docsUrl ?? new URL('/docs/errors', chosen).href;
  return { connectUrl: chosen, docsUrl: docsUrl || derived };
}

/** Undefined for a script of an older build, which does not have them in one place. */
function findServiceAddresses(script: string): ServiceAddresses | undefined {
  const [found] = script.match(written) ?? [];
  if (found === undefined) return undefined;
  const text: string = JSON.parse(found);
  const [, connectUrl = '', docsUrl = ''] = text.split(' ');
  return { connectUrl, docsUrl };
}

/**
 * @param addresses - absolute
 * @returns the string that `src/sdk/protocol/service-addresses.ts` reads; no space is left in an address
 * @throws TypeError when one is not a URL
 */
export function joinServiceAddresses({ connectUrl, docsUrl }: ServiceAddresses): string {
  return [mark, new URL(connectUrl).href, new URL(docsUrl).href].join(' ');
}

/**
 * @param script - the script tag, as built
 * @param addresses - to put into it
 * @returns the script that opens this service
 * @throws Error when it does not have addresses exactly once: it would open another service
 */
export function writeServiceAddresses(script: string, addresses: ServiceAddresses): string {
  return replaceOnce(script, written, addresses);
}

/**
 * @param script - the script tag, just minified
 * @param addresses - the build's
 * @returns the same with the addresses, in quotes that do not depend on the minifier
 * @throws Error when their place is not there exactly once
 */
export function completeScript(script: string, addresses: ServiceAddresses): string {
  return replaceOnce(script, /(["'`])tax-connect-service\1/g, addresses);
}

function replaceOnce(script: string, pattern: RegExp, addresses: ServiceAddresses): string {
  const found = findOnce(script, pattern);
  // A function, because `$` has a meaning in a replacement string.
  return script.replace(found, () => JSON.stringify(joinServiceAddresses(addresses)));
}

function findOnce(script: string, pattern: RegExp): string {
  const [found, ...others] = script.match(pattern) ?? [];
  if (found !== undefined && others.length === 0) return found;
  const count = found === undefined ? 'no place' : `${others.length + 1} places`;
  throw new Error(`tax-connect.js has ${count} for the service's address. Run npm run build.`);
}
