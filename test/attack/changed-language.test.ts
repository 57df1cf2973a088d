import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import { texts as es } from '../../src/texts/es.json?modal';
import { useBrowserSuite } from '../support/browser-suite.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';
import { createScriptOf, serveSpanish, spanish } from '../support/serve-language.ts';

const suite = useBrowserSuite();

/** The code that the attacker wants to run. */
const code = 'globalThis.languageRan = true; export const texts = {};';

/** The original file, and changes by an attacker who controls only this file. */
const changes = [
  ['has one other letter', spanish.replace(es.search, es.search.toUpperCase())],
  ['has a space more at its end', `${spanish} `],
  ['is code', code],
  ['is code behind the texts', `${spanish};${code}`],
] as const;

const open = (name: string) => openHost(name, createScriptOf(suite.sites, `${name}-service`));
const nameSite = (change: string) => change.replaceAll(/\W+/g, '-').slice(0, 40).toLowerCase();

/* The module's languages are code of the host's own bundle, as its other chunks. */
describe('the language of the script tag', () => {
  it.each(changes)(
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
