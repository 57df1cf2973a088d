/** The URLs of the Connect service that a build writes into the script tag's script. */
export interface ServiceAddresses {
  readonly connectUrl: string;
  /** The URL of the page that documents the error codes, or its path in the installed package. */
  readonly docsUrl: string;
}

/** The path of the page that documents the error codes. Every installation of the package contains it. */
const docsInPackage = 'node_modules/tax-connect/demo/docs/errors.md';

/** The start of the string with the URLs; alone, their placeholder, until minification has chosen its quotes. */
export const unwrittenAddresses = 'tax-connect-service';
const written = /"tax-connect-service ((?:[^"\\]|\\.)*)"/g;

/** Chooses the URLs for a build: those of the variables, which may be empty, or of an earlier `built` script. */
export function chooseServiceAddresses(
  variables: Readonly<Record<string, string | undefined>>,
  built?: string,
): ServiceAddresses {
  const { TAX_CONNECT_URL: connectUrl, TAX_CONNECT_DOCS_URL: docsUrl } = variables;
  const kept = built === undefined || connectUrl ? undefined : findServiceAddresses(built);
  const chosen = connectUrl || kept?.connectUrl || 'http://localhost:4400/connect';
  // The service at the default URL runs only during `npx tax-connect dev`. So the default is a path in the package.
  const derived = connectUrl ? new URL('docs/errors', chosen).href : docsInPackage;
  return { connectUrl: chosen, docsUrl: docsUrl || (kept?.docsUrl ?? derived) };
}

function findServiceAddresses(script: string): ServiceAddresses | undefined {
  const [found] = script.match(written) ?? [];
  if (found === undefined) return undefined;
  const text: string = JSON.parse(found);
  const [, connectUrl = '', docsUrl = ''] = text.split(' ');
  return { connectUrl, docsUrl };
}

/** Joins the string that `src/sdk/protocol/service-addresses.ts` reads. @throws TypeError for a relative address */
export function joinServiceAddresses({ connectUrl, docsUrl }: ServiceAddresses): string {
  const docs = docsUrl === docsInPackage ? docsUrl : new URL(docsUrl).href;
  return [unwrittenAddresses, new URL(connectUrl).href, docs].join(' ');
}

/** Lets a finished script open another service. @throws Error unless the script has the URLs exactly once */
export function writeServiceAddresses(script: string, addresses: ServiceAddresses): string {
  return replaceOnce(script, written, addresses);
}

/** Replaces the placeholder, with quotes by which {@link writeServiceAddresses} can find the string later. */
export function completeScript(script: string, addresses: ServiceAddresses): string {
  return replaceOnce(script, /(["'`])tax-connect-service\1/g, addresses);
}

function replaceOnce(script: string, pattern: RegExp, addresses: ServiceAddresses): string {
  const { length } = script.match(pattern) ?? [];
  if (length === 1) {
    // Passes a function, because `$` would have a special meaning in a replacement string.
    return script.replace(pattern, () => JSON.stringify(joinServiceAddresses(addresses)));
  }
  const count = length > 0 ? `${length} places` : 'no place';
  throw new Error(`tax-connect.js has ${count} for the service's address. Run npm run build.`);
}
