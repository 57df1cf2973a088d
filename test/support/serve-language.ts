import { readFileSync } from 'node:fs';
import { writeServiceAddresses } from '../../src/build/service-addresses.ts';
import type { Sites } from './host-page.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The published Spanish texts. */
export const spanish = readFileSync('dist/locales/es.json', 'utf8');

/** Makes an unused site the service of a script tag. @returns the tag */
export function createScriptOf(sites: Sites, name: string): string {
  const origin = sites.originOf(name);
  const addresses = { connectUrl: `${origin}/connect`, docsUrl: `${origin}/docs/errors` };
  return writeServiceAddresses(readFileSync('dist/tax-connect.js', 'utf8'), addresses);
}

/**
 * Serves the Spanish texts at both places where the SDK looks for them: beside the module on the host's
 * site, and at the script tag's service.
 *
 * @param names - the names of the host's site and of the service's site
 * @param text - the content of the JSON file; a promise makes the browser wait
 */
export function serveSpanish(
  sites: Sites,
  names: { readonly host: string; readonly service: string },
  text: string | Promise<string>,
): void {
  const given = Promise.resolve(text);
  const headers = { 'Access-Control-Allow-Origin': '*' };
  const module = given.then((json) => ({
    body: `export default ${json};`,
    type: 'text/javascript',
  }));
  const data = given.then((body) => ({ body, type: 'application/json', headers }));
  sites.serve(names.host, '/dist/locales/es.js', module);
  sites.serve(names.service, `/sdk/${version}/locales/es.json`, data);
}
