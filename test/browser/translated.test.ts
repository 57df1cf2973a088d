import type { Frame, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { en as pageText } from '../../src/connect/page/locales/en.ts';
import { manage } from '../../src/connect/page/locales/manage/en.ts';
import { en } from '../../src/sdk/ui/locales/en.ts';
import { useFlowSuite } from '../support/flow-suite.ts';

const suite = useFlowSuite({ reducedMotion: 'reduce' });

/** What a person reads after each step. */
type Story = (page: Page, look: (step: string) => Promise<void>) => Promise<void>;

/** Runs in a page: does to each text what the translators of browsers do, and keeps its words. */
function wrapTexts(): void {
  const elements = [
    ...document.documentElement.children,
    ...document.querySelectorAll('.selector'),
  ];
  const roots = [document.body, ...elements.flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const texts = roots.flatMap((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    return found;
  });
  const isShown = ({ data, parentElement }: Text) =>
    data.trim() !== '' && parentElement?.closest('script, style, font') === null;
  for (const text of texts.filter(isShown)) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

/** Runs in a page: every text that is shown, the modal's first. */
function readTexts(): string {
  const hosts = [...document.documentElement.children];
  const dialogs = hosts.map((host) => host.shadowRoot?.querySelector('dialog'));
  const selectors = [...document.querySelectorAll('.selector')];
  const parts = selectors.flatMap(({ shadowRoot }) => [...(shadowRoot?.children ?? [])]);
  const texts = [...dialogs, document.querySelector('main'), ...parts].map((part) =>
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
    part instanceof HTMLElement ? part.innerText : '',
  );
  // The break of a line is that of the layout, and each sign-in takes one of those left.
  return texts
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/left: \d+/, 'left: some')
    .trim();
}

/** @returns what is read at each step, with every text wrapped after it, or with none */
async function read(story: Story, isWrapped: boolean): Promise<readonly string[]> {
  const page = await suite.context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  const seen: string[] = [];
  const inFrames = <Value>(run: (frame: Frame) => Promise<Value>) =>
    Promise.all(page.frames().map(run));
  await story(page, async (step) => {
    const texts = await inFrames((frame) => frame.evaluate(readTexts));
    seen.push(`${step}: ${texts.join(' | ')}`);
    if (isWrapped) await inFrames((frame) => frame.evaluate(wrapTexts));
  });
  await page.close();
  expect(troubles).toEqual([]);
  return seen;
}

const connect: Story = async (page, look) => {
  await page.goto(suite.world.appUrl);
  await page.getByRole('button', { name: 'Connect your tax account' }).click();
  const search = page.getByRole('combobox', { name: en.search });
  const status = page.getByRole('dialog').getByRole('status');
  await search.waitFor();
  await look('the list');
  for (const words of ['zzz', 'zzzz']) {
    await search.fill(words);
    await expect.poll(() => status.textContent()).toContain(words);
    await look(`no result for ${words}`);
  }
  await search.fill('sandb');
  await expect.poll(() => status.textContent()).toBe('1 result');
  await look('a result');
  await search.press('Enter');

  const frame = page.frameLocator('iframe');
  const { login, mfa, problems } = pageText;
  const password = frame.getByLabel(login.password, { exact: true });
  await password.waitFor();
  await look('the login');
  await frame.getByRole('button', { name: login.show }).click();
  await frame.getByRole('button', { name: login.hide }).waitFor();
  await look('a shown password');
  await password.press('Enter');
  await frame.getByText(login.usernameMissing).waitFor();
  await look('a missing name');
  await frame.getByLabel(login.username).fill('user_mfa');
  await password.fill('wrong');
  await password.press('Enter');
  const parties = { application: '', provider: 'Sandbox', domain: '' };
  await frame.getByText(problems.invalid_credentials(parties)[0]).waitFor();
  await look('a wrong password');
  await password.fill('pass_good');
  await password.press('Enter');
  const code = frame.getByLabel(mfa.code);
  await code.waitFor();
  await look('the code');
  await code.press('Enter');
  await frame.getByText(mfa.codeMissing).waitFor();
  await look('a missing code');
  await code.fill('000000');
  await frame.getByText(problems.invalid_one_time_code(parties)[1]).waitFor();
  await look('a wrong code');
  await code.fill('123456');
  await frame.getByRole('button', { name: pageText.consent.allow }).waitFor();
  await look('the consent');
  await page.getByRole('button', { name: en.close }).click();
  await page.getByRole('alertdialog').waitFor();
  await look('the exit question');
  await page.getByRole('button', { name: en.stay }).click();
  await look('the consent again');
};

const wait: Story = async (page, look) => {
  await page.goto(`${suite.world.connectUrl}/manage`);
  await page.getByRole('option', { name: 'Sandbox' }).click();
  await page.getByLabel(pageText.login.username).fill('user_slow');
  await page.getByLabel(pageText.login.password, { exact: true }).fill('pass_good');
  await look('the login');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: pageText.login.submit }).click();
  const status = page.getByRole('status').last();
  await expect.poll(() => status.textContent()).toBe(pageText.waiting.login);
  await look('a wait');
  await expect.poll(() => status.textContent()).toContain(pageText.waiting.stillWorking('Sandbox'));
  await look('a long wait');
  await page.getByRole('heading', { name: manage.none }).waitFor();
  await look('the list');
};

it.each([
  ['the modal and the page in its frame', connect],
  ['the page at work', wait],
] as const)('a translated page shows no text of an earlier step: %s', async (_, story) => {
  const untouched = await read(story, false);
  const translated = await read(story, true);

  expect(untouched.length).toBeGreaterThan(3);
  expect(translated).toEqual(untouched);
});
