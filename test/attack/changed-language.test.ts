import type { Page } from 'playwright-core';
import type { Provider } from 'tax-connect/page';
import { describe, expect, it } from 'vitest';
import { en } from '../../src/sdk/ui/locales/en.ts';
import { texts as es } from '../../src/sdk/ui/locales/es.ts';
import { useBrowserSuite } from '../support/browser-suite.ts';
import { triesThreats } from '../support/extent.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';
import { createScriptOf, serveSpanish, spanish } from '../support/serve-language.ts';

const suite = useBrowserSuite();

const provider: Provider = {
  id: 'alpha',
  name: 'Alpha',
  domain: 'alpha.example',
  aliases: [],
  popular: true,
  logo: null,
  status: 'available',
  reason: null,
  surface: 'any',
};

/** The code that the attacker wants to run. */
const code = 'globalThis.languageRan = true; export const texts = {};';

/** The original file, and changes by an attacker who controls only this file. */
const changes = [
  ['has one other letter', spanish.replace(es.search, es.search.toUpperCase())],
  ['has a space more at its end', `${spanish} `],
  ['is code', code],
  ['is code behind the texts', `${spanish};${code}`],
] as const;

/** Each opens a page in Spanish, and returns the place with the texts. */
const entries = [
  ['script tag', (name: string) => openHost(name, createScriptOf(suite.sites, `${name}-service`))],
  ['module', (name: string) => openHost(name, 'module')],
  ['selector of a Connect page', openSelector],
] as const;

describe.each(entries)('the language of the %s', (entry, open) => {
  const nameSite = (change: string) =>
    `${entry}-${change}`.replaceAll(/\W+/g, '-').slice(0, 40).toLowerCase();

  it.each(changes.slice(0, triesThreats || entry === 'module' ? changes.length : 1))(
    'is English when its file %s, and none of it runs',
    { tags: ['threat-34'] },
    async (change, body) => {
      const name = nameSite(change);
      serveSpanish(suite.sites, { host: name, service: `${name}-service` }, body);
      const page = await open(name);

      await expect.poll(() => wasAskedFor(name)).toBe(true);
      await page.getByRole('combobox', { name: en.search }).waitFor();
      await expect.poll(() => suite.consoleLines.join()).toMatch(/integrity/);

      expect(await page.getByRole('combobox', { name: en.search }).count()).toBe(1);
      expect(await page.evaluate(() => 'languageRan' in window)).toBe(false);
    },
  );

  it('is Spanish when its file is unchanged', { tags: ['control-34'] }, async () => {
    const name = nameSite('control');
    serveSpanish(suite.sites, { host: name, service: `${name}-service` }, spanish);
    const page = await open(name);

    await page.getByRole('combobox', { name: es.search }).waitFor();

    expect(suite.consoleLines.join()).not.toMatch(/integrity/);
  });
});

function wasAskedFor(name: string): boolean {
  return suite.sites.urls.some((url) => url.includes(`//${name}`) && url.includes('/es.json'));
}

async function openHost(name: string, sdk: string): Promise<Page> {
  const connectUrl = serveBridgePage(suite.sites, 'connect');
  const page = await suite.openPage(serveHostPage(suite.sites, name, { sdk, connectUrl }));
  await page.evaluate(() => void window.openConnect({ locale: 'es' }));
  await page.getByRole('combobox').waitFor();
  return page;
}

async function openSelector(name: string): Promise<Page> {
  const script = `
    import { mountProviderSelector } from '/dist/page.js';
    const element = document.body.appendChild(document.createElement('div'));
    const providers = [${JSON.stringify(provider)}];
    mountProviderSelector(element, { providers, locale: 'es', theme: 'light', onSelect() {} });`;
  const body = `<!doctype html><title>Connect</title><body><script type="module">${script}</script>`;
  suite.sites.serve(name, '/', { body });
  return await suite.openPage(`${suite.sites.originOf(name)}/`);
}
