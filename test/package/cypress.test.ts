import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeSdk } from '../../demo/examples/testing/cypress/cypress/fake-sdk.js';
import { launchChromium } from '../support/chromium.ts';
import { isLongRun } from '../support/extent.ts';
import { nativeTypescript } from '../support/native-typescript.mjs';
import { createEmptyProject, type EmptyProject } from '../support/tarball.ts';

/*
 * The recipe for Cypress. Cypress downloads its application from a separate host, which may be unreachable.
 * Without the application, the recipe is compiled with Cypress's types, and Playwright drives its page.
 */

const spec = 'cypress/e2e/connect-button.cy.js';
const [file, text, broken] = ['connect-button.js', "forwardCode('/callback')", '() => {}'];

let project: EmptyProject;
let connectButton: string;

beforeAll(() => {
  if (!isLongRun) return;
  process.env.CYPRESS_INSTALL_BINARY = '0';
  project = createEmptyProject(resolve('demo/examples/testing/cypress'), ['cypress@15']);
  connectButton = readFileSync(join(project.folder, file), 'utf8');
});

afterAll(() => project?.remove());

const isInstalled = () =>
  spawnSync('node_modules/.bin/cypress', ['verify'], { cwd: project.folder }).status === 0;

describe.runIf(isLongRun)('the recipe cypress', () => {
  it('runs where Cypress is installed, and fails when the application is broken', async (test) => {
    test.skip(!isInstalled(), 'the application of Cypress is not on this machine');
    const runCypress = () => project.run('node_modules/.bin/cypress', ['run']);

    const right = await runCypress();
    project.write(file, connectButton.replace(text, broken));
    const wrong = await runCypress();
    project.write(file, connectButton);

    expect(right.code).toBe(0);
    expect(wrong.code).toBeGreaterThan(0);
  });

  it('compiles with the types of Cypress, which find a wrong command', async () => {
    const source = readFileSync(join(project.folder, spec), 'utf8');
    const compile = async () => {
      const options = ['--noEmit', '--allowJs', '--checkJs', '--strict', '--skipLibCheck'];
      const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022'];
      const files = ['--types', 'cypress', spec, 'cypress.config.mjs'];
      const args = [nativeTypescript, ...options, ...modules, ...files];
      return await project.run(process.execPath, args);
    };

    const right = await compile();
    project.write(spec, source.replace("cy.visit('", "cy.visitt('"));
    const wrong = await compile();
    project.write(spec, source);

    expect(right).toMatchObject({ code: 0, stdout: '' });
    expect(wrong.stdout).toContain('visitt');
  });

  it('has a page that connects with the fake, and its steps fail when it is broken', async () => {
    const browser = await launchChromium();
    try {
      const right = await connectWithFake(await browser.newPage());
      project.write(file, connectButton.replace(text, broken));
      const wrong = await connectWithFake(await browser.newPage());

      expect(connectButton).toContain(text);
      expect(right).toEqual({ posted: ['/callback?code=the_code'], status: 'Connected.' });
      expect(wrong.posted).toEqual([]);
    } finally {
      await browser.close();
      project.write(file, connectButton);
    }
  });
});

/** The steps of the recipe's first test. */
async function connectWithFake(page: Page) {
  const posted: string[] = [];
  // As Cypress does for a page without a base URL.
  await page.route('http://shop.localhost/**', (route) => {
    const path = join(project.folder, new URL(route.request().url()).pathname);
    return route.fulfill(existsSync(path) ? { path } : { status: 404 });
  });
  await page.route('**/tax-connect/dist/index.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: fakeSdk }),
  );
  await page.route('**/callback?*', (route) => {
    const { pathname, search } = new URL(route.request().url());
    posted.push(pathname + search);
    return route.fulfill({ status: 204 });
  });
  await page.goto('http://shop.localhost/index.html');
  await page.getByRole('button', { name: 'Connect your tax account' }).click();
  await page.evaluate(() => Reflect.get(window, 'fakeConnect').last.succeed('the_code'));
  const status = page.getByRole('status');
  await expect.poll(() => status.textContent()).not.toBe('');
  return { posted, status: await status.textContent() };
}
