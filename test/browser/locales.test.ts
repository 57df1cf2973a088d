import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texts as es } from '../../src/ui/locales/es.ts';
import { readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';
import { createPerson } from '../support/person.ts';
import { startWorld, type World } from '../support/world.ts';

const suite = useBrowserSuite();
const nonce = 'Zk3r8Qw1';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

let world: World;

beforeAll(async () => {
  world = await startWorld({
    origins: [suite.sites.originOf('host'), suite.sites.originOf('missing')],
  });
});

afterAll(() => world?.close());

describe.each([
  ['script tag', {}],
  ['module', { sdk: 'module' }],
])('a language that the %s loads', (_, sdk) => {
  it('arrives under the strictest policy a host can have, without a violation', async () => {
    const connectUrl = serveBridgePage(suite.sites, 'connect');
    const policy = createPolicy(suite.sites.originOf('connect'));
    const page = await suite.openPage(
      serveHostPage(suite.sites, 'host', {
        ...{ ...sdk, nonce, connectUrl, headers: { 'Content-Security-Policy': policy } },
      }),
    );

    await page.evaluate(() => void window.openConnect({ locale: 'es-MX' }));
    await page.getByRole('combobox', { name: es.search }).waitFor();

    const dialog = page.getByRole('dialog');
    expect(await dialog.getAttribute('lang')).toBe('es');
    expect((await readTold(page)).violations).toEqual([]);
    expect(readComplaints()).toEqual([]);
  });

  it('may be late: English until then, and nothing is lost when it comes', async () => {
    const connectUrl = serveBridgePage(suite.sites, 'connect');
    const [held, release] = createGate();
    const body = readFileSync('dist/locales/es.js', 'utf8');
    suite.sites.serve(
      'late',
      '/dist/locales/es.js',
      held.then(() => ({ body, type: 'text/javascript' })),
    );
    const page = await suite.openPage(serveHostPage(suite.sites, 'late', { ...sdk, connectUrl }));

    await page.evaluate(() => void window.openConnect({ locale: 'es' }));
    await page.getByRole('combobox', { name: 'Search providers' }).fill('alp');
    release();
    const input = page.getByRole('combobox', { name: es.search });
    await input.waitFor();

    expect(await input.inputValue()).toBe('alp');
    expect(await input.evaluate((node) => node.matches(':focus'))).toBe(true);
    expect(await page.getByRole('option').count()).toBe(1);
    expect(await page.locator('iframe').getAttribute('title')).toBe(es.frame);
  });

  it('may not come at all: the modal works in English, and the page in a language of its own', async () => {
    suite.sites.serve('missing', '/dist/locales/es.js', { body: '', status: 404 });
    const page = await suite.openPage(
      serveHostPage(suite.sites, 'missing', {
        ...{ ...sdk, clientId: world.application.client_id },
        connectUrl: `${world.connectUrl}/connect`,
      }),
    );
    const person = createPerson(page);

    await page.evaluate(() => void window.openConnect({ locale: 'es', callback: 'forward' }));
    await person.pickProvider(/^Sandbox/);
    await expect.poll(() => person.connectPage.locator('html').getAttribute('lang')).toBe('es');
    await person.connectPage.getByLabel('Usuario').fill('user_good');
    await person.connectPage.getByLabel('Contraseña', { exact: true }).fill('pass_good');
    await person.connectPage.getByLabel('Contraseña', { exact: true }).press('Enter');
    await page.mouse.move(3, 3);
    await page.mouse.move(9, 9);
    await person.connectPage.getByRole('button', { name: 'Permitir', exact: true }).click();

    expect(await page.getByRole('dialog').getAttribute('lang')).toBe('en');
    await expect.poll(() => readTold(page)).toMatchObject({ outcomes: ['connected'] });
  });
});

describe('a script tag of another origin', () => {
  it('loads languages from the service, pinned by an import map', async () => {
    const page = await openFromService(await readIntegrity());

    await page.getByRole('combobox', { name: es.search }).waitFor();

    expect(readComplaints()).toEqual([]);
  });

  it('takes no language that is not the pinned one', async () => {
    const integrity = await readIntegrity();
    const page = await openFromService({
      ...integrity,
      'locales/es.js': `${integrity['tax-connect.js']}`,
    });

    await page.getByRole('option').first().waitFor();

    await expect.poll(() => readComplaints().length).toBeGreaterThan(0);
    expect(await page.getByRole('dialog').getAttribute('lang')).toBe('en');
  });

  it('speaks English when it is not readable across origins', async () => {
    const page = await openFromService(await readIntegrity(), '');

    await page.getByRole('option').first().waitFor();

    expect(await page.getByRole('dialog').getAttribute('lang')).toBe('en');
    expect((await readTold(page)).failures).toEqual([]);
  });
});

/** A host whose script tag comes from the service. */
async function openFromService(
  integrity: Readonly<Record<string, string>>,
  attributes = `crossorigin integrity="${integrity['tax-connect.js']}"`,
) {
  const folder = `${world.connectUrl}/sdk/${version}/`;
  const pins = Object.entries(integrity).map(([name, hash]) => [folder + name, hash]);
  const map = JSON.stringify({ integrity: Object.fromEntries(pins) });
  const page = await suite.openPage(
    serveHostPage(suite.sites, 'host', {
      ...{ clientId: world.application.client_id, connectUrl: `${world.connectUrl}/connect` },
      sdk: '',
      head:
        `<script type="importmap">${map}</script>` +
        `<script src="${folder}tax-connect.js" ${attributes}></script>`,
    }),
  );
  await page.evaluate(() => void window.openConnect({ locale: 'es' }));
  return page;
}

async function readIntegrity(): Promise<Record<string, string>> {
  const answer = await fetch(`${world.baseUrl}/sdk/${version}/integrity.json`);
  return (await answer.json()) as Record<string, string>;
}

/** What the browser says of policies and pins; not of a favicon that is not there. */
function readComplaints(): string[] {
  return suite.consoleLines.filter((line) => /integrity|policy|violat|trusted ?type/i.test(line));
}

function createGate(): readonly [Promise<void>, () => void] {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [opened, () => open()];
}

function createPolicy(connectOrigin: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `frame-src ${connectOrigin}`,
    "style-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
