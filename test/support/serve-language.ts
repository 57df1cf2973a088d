import { readFileSync } from 'node:fs';
import { writeServiceAddresses } from '../../src/build/service-addresses.ts';
import type { Sites } from './host-page.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The published Spanish texts. */
export const spanish = readFileSync('dist/locales/es.json', 'utf8');

/**
 * Turns a site into the service that serves the script tag.
 *
 * @param name - a site that serves nothing yet
 * @returns the script tag that the service would serve
 */
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
 * @param body - the content of the file; a promise makes the browser wait
 * @returns the paths
 */
export function serveSpanish(
  sites: Sites,
  names: { readonly host: string; readonly service: string },
  body: string | Promise<string>,
): void {
  const headers = { 'Access-Control-Allow-Origin': '*' };
  const answer = Promise.resolve(body).then((text) => ({
    body: text,
    type: 'application/json',
    headers,
  }));
  sites.serve(names.host, '/dist/locales/es.json', answer);
  sites.serve(names.service, `/sdk/${version}/locales/es.json`, answer);
}
