import { readFileSync } from 'node:fs';
import { driveConnect } from 'tax-connect/testing';
import { describe, expect, it } from 'vitest';
import { texts as es } from '../../src/texts/es.json?modal';
import { readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { isLongRun } from '../support/extent.ts';
import { createGate } from '../support/gate.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';
import { createScriptOf, serveSpanish, spanish } from '../support/serve-language.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld } from '../support/world.ts';

const suite = useBrowserSuite();
const nonce = 'Zk3r8Qw1';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const world = useRunning(() =>
  startWorld({ origins: [suite.sites.originOf('host'), suite.sites.originOf('missing')] }),
);

/** The source of each entry's languages: it fetches them at its service, or imports them from its own folder. */
const entries = [
  [
    'script tag',
    () => createScriptOf(suite.sites, 'service'),
    () => suite.sites.originOf('service'),
  ],
  ['module', () => 'module', () => "'none'"],
] as const;

describe.each(entries)('a language that the %s loads', (entry, findSdk, findSource) => {
  /** The module has the case in the long run. */
  const itOfScriptTag = it.runIf(isLongRun || entry === 'script tag');
  const open = (policy: string) => {
    const connectUrl = serveBridgePage(suite.sites, 'connect');
    const headers = { 'Content-Security-Policy': policy };
    return suite.openPage(
      serveHostPage(suite.sites, 'host', { sdk: findSdk(), nonce, connectUrl, headers }),
    );
  };

  itOfScriptTag(
    'arrives under the strictest policy a host can have, without a violation',
    async () => {
      serveSpanish(suite.sites, { host: 'host', service: 'service' }, spanish);
      const page = await open(createPolicy(findSource()));

      await page.evaluate(() => void window.openConnect({ locale: 'es-MX' }));
      await page.getByRole('combobox', { name: es.search }).waitFor();

      const dialog = page.getByRole('dialog');
      expect(await dialog.getAttribute('lang')).toBe('es');
      expect((await readTold(page)).violations).toEqual([]);
      expect(readComplaints()).toEqual([]);
    },
  );

  it.runIf(entry === 'script tag')(
    'is English if connect-src forbids it, without another problem',
    async () => {
      serveSpanish(suite.sites, { host: 'host', service: 'service' }, spanish);
      const page = await open(createPolicy("'none'"));

      await page.evaluate(() => void window.openConnect({ locale: 'es' }));
      await page.getByRole('option', { name: 'Alpha' }).click();

      expect(await page.getByRole('dialog').getAttribute('lang')).toBe('en');
      expect(new Set((await readTold(page)).violations)).toEqual(new Set(['connect-src']));
      expect((await readTold(page)).failures).toEqual([]);
    },
  );

  itOfScriptTag(
    'may be late: English until then, and no input is lost when it arrives',
    async () => {
      const connectUrl = serveBridgePage(suite.sites, 'connect');
      const gate = createGate();
      const file = gate.opened.then(() => spanish);
      serveSpanish(suite.sites, { host: 'late', service: 'service' }, file);
      const page = await suite.openPage(
        serveHostPage(suite.sites, 'late', { sdk: findSdk(), connectUrl }),
      );

      await page.evaluate(() => void window.openConnect({ locale: 'es' }));
      await page.getByRole('combobox', { name: 'Search providers' }).fill('alp');
      gate.open();
      const input = page.getByRole('combobox', { name: es.search });
      await input.waitFor();

      expect(await input.inputValue()).toBe('alp');
      expect(await input.evaluate((node) => node.matches(':focus'))).toBe(true);
      expect(await page.getByRole('option').count()).toBe(1);
      expect(await page.locator('iframe').getAttribute('title')).toBe(es.frame);
    },
  );

  itOfScriptTag(
    'may not arrive at all: the modal works in English, and the page in its own language',
    async () => {
      suite.sites.serve('missing', '/dist/locales/es.js', { body: '', status: 404 });
      const page = await suite.openPage(
        serveHostPage(suite.sites, 'missing', {
          sdk: entry === 'script tag' ? createScriptOf(suite.sites, 'nowhere') : 'module',
          clientId: world.application.client_id,
          connectUrl: `${world.connectUrl}/connect`,
        }),
      );
      const person = driveConnect(page);

      await page.evaluate(() => void window.openConnect({ locale: 'es', callback: 'forward' }));
      await person.pick(/^Sandbox/);
      const html = page.frameLocator('iframe').locator('html');
      await expect.poll(() => html.getAttribute('lang')).toBe('es');
      await person.logIn({ username: 'user_good' });
      await person.allow();

      expect(await page.getByRole('dialog').getAttribute('lang')).toBe('en');
      await expect.poll(() => readTold(page)).toMatchObject({ outcomes: ['connected'] });
    },
  );
});

describe('the script tag as the service serves it', () => {
  it.each([
    ['under the address with its hash', /^\.\.\//],
    ['under the address of its version', /^tax/],
  ])('passes its hash, opens that service and speaks Spanish: %s', async (_, pattern) => {
    const [path = '', integrity = ''] = await findScript(pattern);
    const page = await openFromService(`src="${path}" crossorigin integrity="${integrity}"`);

    await page.getByRole('combobox', { name: es.search }).waitFor();

    expect(await page.locator('iframe').getAttribute('src')).toContain(`${world.connectUrl}/`);
    expect(readComplaints()).toEqual([]);
  });

  it('speaks Spanish without crossorigin, too', async () => {
    const [path = ''] = await findScript(/^tax/);
    const page = await openFromService(`src="${path}"`);

    await page.getByRole('combobox', { name: es.search }).waitFor();
  });
});

/** A host that loads its script tag from the service, and names the service nowhere else. */
async function openFromService(attributes: string) {
  const page = await suite.openPage(
    serveHostPage(suite.sites, 'host', {
      clientId: world.application.client_id,
      sdk: '',
      head: `<script ${attributes}></script>`,
    }),
  );
  await page.evaluate(() => void window.openConnect({ locale: 'es' }));
  return page;
}

/** One of the script's addresses in `integrity.json`, and its hash. */
async function findScript(pattern: RegExp): Promise<readonly string[]> {
  const path = `/sdk/${version}/integrity.json`;
  const hashes: Readonly<Record<string, string>> = await (await fetch(world.baseUrl + path)).json();
  const [name = '', integrity = ''] =
    Object.entries(hashes).find(([key]) => pattern.test(key)) ?? [];
  return [new URL(name, world.connectUrl + path).href, integrity];
}

/** Console messages about policies and hashes, without those about a missing favicon. */
function readComplaints(): string[] {
  return suite.consoleLines.filter((line) => /integrity|policy|violat|trusted ?type/i.test(line));
}

/** A policy for the frame, with any source for the languages. */
function createPolicy(languages: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `frame-src ${suite.sites.originOf('connect')}`,
    `connect-src ${languages}`,
    "style-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
