import { describe, expect, it } from 'vitest';
import { modalScreens } from '../../src/connect/gallery/modal-screens.ts';
import { pageStates } from '../../src/connect/gallery/page-states.ts';
import { texts as en } from '../../src/texts/en.json?modal';
import { texts as pageText } from '../../src/texts/en.json?page';
import { isLongRun } from '../support/extent.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';
import { readFocus } from '../support/inspect.ts';

// In the short run, unit tests have the cases that need no browser: test/unit/ui/mount.test.ts and others.
const suite = useGallerySuite();

const dialog = () => suite.page.getByRole('dialog');
const status = () => dialog().getByRole('status');

const errorIds = [...modalScreens.keys()].filter((id) => id.startsWith('failed-'));

describe('waiting', () => {
  it.runIf(isLongRun)('has a busy skeleton, then a text, then a reassurance', async () => {
    await suite.show('loading');
    expect(await dialog().locator('[aria-busy=true]').count()).toBeGreaterThan(0);
    expect(await status().count()).toBe(1);
    expect((await status().textContent())?.trim()).toBe('');
    await suite.show('loading-text');
    await expect.poll(() => status().textContent()).toMatch(/Loading/);
    await suite.show('loading-still');
    await expect.poll(() => status().textContent()).toMatch(/Still working/);
    expect(await status().isVisible()).toBe(true);
  });

  it.runIf(isLongRun)('has a reassurance for a provider and for the application, too', async () => {
    await suite.show('select-busy');
    await expect.poll(() => status().textContent()).toMatch(/Opening/);
    const busy = suite.page.getByRole('option', { name: 'Bluestone' });
    expect(await busy.getAttribute('aria-description')).toMatch(/Opening/);
    await suite.show('select-busy-still');
    await expect.poll(() => status().textContent()).toMatch(/Still working/);
    await suite.show('finishing');
    await expect.poll(() => status().textContent()).toMatch(/Finishing/);
    await suite.show('finishing-still');
    await expect.poll(() => status().textContent()).toMatch(/Still working/);
  });

  it('has a way out on every screen', { timeout: 120_000 }, async () => {
    const closed: string[] = [];
    for (const id of ['loading', 'loading-still', 'select-busy', 'framed-login', 'finishing']) {
      await suite.show(id);
      if (await suite.page.getByRole('button', { name: 'Close' }).first().isVisible())
        closed.push(id);
    }
    expect(closed).toHaveLength(5);
  });

  it.runIf(isLongRun)('of the page is announced on the page', async () => {
    const [, frame] = await suite.show('framed-login-waiting');
    const said = frame?.getByRole('status').filter({ hasText: 'Still working' });
    await said?.waitFor();
    expect(await said?.count()).toBe(1);
  });
});

describe('errors', () => {
  it.runIf(isLongRun)(
    'each have a separate text, which says what happened and what to do',
    {
      timeout: 120_000,
    },
    async () => {
      const texts = new Map<string, string>();
      for (const id of errorIds) {
        await suite.show(id);
        const title = (await dialog().getByRole('heading', { level: 3 }).textContent()) ?? '';
        texts.set(title, id);
        const advice = dialog().locator('h3 ~ p').first();
        expect(await advice.textContent(), id).toMatch(/\w{3,}.*\./);
        // The message is for developers.
        expect(await dialog().textContent()).not.toContain('A message for developers');
        expect(await dialog().textContent()).not.toContain('_');
      }
      expect(errorIds.length).toBeGreaterThanOrEqual(16);
      expect([...texts.values()]).toEqual(errorIds);
    },
  );

  it.runIf(isLongRun)('are announced: the heading gets the focus', async () => {
    await suite.show('failed-server-error');
    expect(await readFocus(suite.page)).toBe(en.notices.server_error.title);
  });

  const retryable = [
    ['failed-load-timeout', true],
    ['failed-unknown-client', false],
    ['failed-callback-failed', true],
    ['failed-session-expired', true],
    ['failed-frame-blocked', false],
    ['failed-unsupported-browser', false],
  ] as const;
  it.runIf(isLongRun).each(retryable)('%s offers another try: %s', async (id, isRetryable) => {
    await suite.show(id);
    const retry = dialog().getByRole('button', { name: 'Try again' });
    expect(await retry.count()).toBe(isRetryable ? 1 : 0);
    expect(await dialog().getByRole('button', { name: 'Close' }).count()).toBeGreaterThanOrEqual(1);
  });

  it.runIf(isLongRun)('have a reference that can be copied', async () => {
    await suite.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await suite.show('failed-server-error');
    const reference = await dialog().locator('code').textContent();
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await dialog().getByRole('button', { name: 'Copied' }).waitFor();
    expect(reference).toMatch(/^\w{4}-\w{4}$/);
    expect(await suite.page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  });

  it.runIf(isLongRun)('are retried on request', async () => {
    await suite.show('failed-server-error');
    await suite.page.evaluate(() => {
      document.querySelector('iframe')?.setAttribute('data-old', '');
    });
    await dialog().getByRole('button', { name: 'Try again' }).click();
    // A new frame for the new flow, which the gallery lets fail again.
    await suite.page.locator('iframe:not([data-old])').waitFor({ state: 'attached' });
    await dialog().getByRole('button', { name: 'Try again' }).waitFor();
  });
});

describe('a popup', () => {
  it.runIf(isLongRun).each([
    ['popup-offered', /new window/, ['Open window', 'Cancel']],
    ['popup-waiting', /other window/, ['Show window', 'Open again', 'Cancel']],
    ['popup-blocked', /blocked/, ['Open window', 'Cancel']],
    ['popup-closed', /closed/, ['Open again', 'Cancel']],
  ])('%s shows the state, and offers a next step', async (id, title, buttons) => {
    await suite.show(id);
    const heading = dialog().getByRole('heading', { level: 3 });
    expect(await heading.textContent()).toMatch(title);
    const view = dialog().locator('.view');
    expect(await view.getByRole('button').allTextContents()).toEqual(buttons);
    await expect.poll(() => readFocus(suite.page)).toBe(await heading.textContent());
  });

  it.runIf(isLongRun)('comes second for a slow frame, and first for a blocked one', async () => {
    await suite.show('popup-after-timeout');
    const buttons = await dialog().locator('.view').getByRole('button').allTextContents();
    expect(buttons.slice(0, 2)).toEqual(['Try again', 'Open window']);
    // No provider has been chosen yet.
    expect(await dialog().textContent()).not.toContain('provider');
    await suite.show('popup-after-blocked-frame');
    expect(await dialog().getByRole('button', { name: 'Open window' }).count()).toBe(1);
    expect(await dialog().getByRole('button', { name: 'here' }).count()).toBe(0);
  });
});

describe('offline', () => {
  it('at the login keeps the input', async () => {
    const [, frame] = await suite.show('framed-login-offline');
    await frame?.getByLabel('Username').fill('somebody');
    await frame?.getByText(/You’re offline/).waitFor();
    await suite.context.setOffline(true);
    await suite.context.setOffline(false);
    expect(await frame?.getByLabel('Username').inputValue()).toBe('somebody');
  });
});

describe('the end', () => {
  it('shows who is connected, and announces it once, by its focused heading', async () => {
    const [, frame] = await suite.show('connected');
    const title = pageText.connected;
    await frame?.getByRole('heading', { name: title }).waitFor();
    await expect.poll(() => frame?.evaluate(() => document.activeElement?.textContent)).toBe(title);
    // The marks of both parties. There is no time to read more.
    expect(await frame?.locator('.party').allTextContents()).toEqual(['T', 'L']);
    expect((await status().textContent())?.trim()).toBe('');
    // The account's name is private, and never in the host's document.
    expect(await suite.page.getByText('pat@example.com').count()).toBe(0);
  });

  it('of the page is announced, too', async () => {
    const [frame] = await suite.show('page-success');
    expect(await frame?.getByRole('status').first().textContent()).toContain(pageText.connected);
  });

  it.runIf(isLongRun)(
    'asks before a login is discarded, in an alertdialog whose safe button has the focus',
    async () => {
      await suite.show('exit');
      const question = suite.page.getByRole('alertdialog');
      expect(await question.count()).toBe(1);
      await expect.poll(() => readFocus(suite.page)).toBe('Keep going');
    },
  );

  it('keeps the focus on the question when the page takes it meanwhile', async () => {
    const [, frame] = await suite.show('exit');
    await expect.poll(() => readFocus(suite.page)).toBe('Keep going');
    // This happens when the response to a login arrives while the question is open.
    await frame?.evaluate(() => document.querySelector('input')?.focus());
    await expect.poll(() => readFocus(suite.page)).toBe('Keep going');
  });

  it.runIf(isLongRun)('asks nothing on the selector', async () => {
    await suite.show('select');
    await suite.page.getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'detached' });
  });
});

it.runIf(isLongRun)(
  'every problem of the page has a separate text',
  { timeout: 60_000 },
  async () => {
    const texts: string[] = [];
    // Some end the flow, and the form on the screen tells the others.
    const told = [...pageStates].filter(([id, { problem }]) => problem || id.startsWith('failed-'));
    for (const [id] of told) {
      const [frame] = await suite.show(`page-${id}`);
      texts.push((await frame?.locator('main').textContent()) ?? '');
    }
    expect(texts.length).toBeGreaterThanOrEqual(18);
    expect(new Set(texts).size).toBe(texts.length);
  },
);
