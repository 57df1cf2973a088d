import type { Page } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { beforeEach, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import { texts as pageText } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { useFlowSuite } from '../support/flow-suite.ts';
import { startTranscript, type Transcript } from '../support/screen-reader.ts';

const suite = useFlowSuite({ reducedMotion: 'reduce' });
let page: Page;
let heard: Transcript;

/** Announced after a while, which is only on a busy machine. */
const patience = new Set([
  en.loading,
  en.waiting,
  fill(en.finishing, { application: 'Tally' }),
  ...Object.values(pageText.waiting).map((text) => fill(text, { provider: 'Sandbox' })),
]);

beforeEach(async () => {
  page = suite.page;
  heard = await startTranscript(page, patience);
  await page.goto(suite.world.appUrl);
  heard.act('presses “Connect your tax account”');
  await page.getByRole('button', { name: 'Connect your tax account' }).press('Enter');
  await heard.seeFocus(en.search);
});

async function type(...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    if (text === 'Tab' || text === 'Enter' || text === 'Escape') await page.keyboard.press(text);
    else await page.keyboard.type(text);
  }
}

async function pickSandbox(): Promise<void> {
  heard.act('types “sandb”');
  await type('sandb');
  await heard.hear('1 result');
  heard.act('presses Enter');
  await type('Enter');
  await heard.seeFocus(pageText.login.username);
}

async function allow(): Promise<void> {
  await heard.seeFocus(/^heading “Share/);
  heard.act('presses Allow');
  await driveConnect(page).allow();
}

/** Finds equal successive announcements, and texts that both a live region and the focus announce. */
function findDoubles(lines: readonly string[]): string[] {
  const texts = lines.map((line) => line.replace(/^\w+: /, ''));
  return texts.filter((text, index) => index > 0 && texts[index - 1]?.includes(text));
}

it('a screen reader announces each step once, from the selector to success', async () => {
  await pickSandbox();
  heard.act('signs in with a wrong password');
  await type('user_mfa', 'Tab', 'wrong', 'Enter');
  await heard.hear(/didn’t accept/);
  await heard.seeFocus('Password');
  heard.act('signs in');
  await type('pass_good', 'Enter');
  await heard.seeFocus(pageText.mfa.code);
  heard.act('types a wrong code');
  await type('000000');
  await heard.hear(/That code is wrong/);
  heard.act('types the right code');
  await type('123456');
  await allow();
  await heard.seeFocus('Your tax account is connected');
  await heard.hear('3 tax years from Sandbox');

  expect(findDoubles(heard.lines)).toEqual([]);
  await expect(`${heard.lines.join('\n')}\n`).toMatchFileSnapshot('transcripts/connected.txt');
});

it('a screen reader announces an error once, with the next step', async () => {
  await page.route('**/callback*', (route) => route.fulfill({ status: 503 }));
  heard.act('types “my neighbour”');
  await type('my neighbour');
  await heard.hear(/No provider found/);
  heard.act('presses Escape');
  await type('Escape');
  await pickSandbox();
  heard.act('presses Escape');
  await type('Escape');
  await heard.seeFocus(en.exit.stay);
  heard.act('presses Enter');
  await type('Enter');
  await heard.seeFocus(pageText.login.username);
  heard.act('signs in at a provider in trouble');
  await type('user_error', 'Tab', 'pass_good', 'Enter');
  await heard.hear(/isn’t available right now/);
  heard.act('signs in as another person');
  await page.frameLocator('iframe').getByLabel(pageText.login.username).fill('user_good');
  await page.frameLocator('iframe').getByLabel('Password', { exact: true }).press('Enter');
  await allow();
  await heard.seeFocus(/^heading “.+ didn’t confirm the connection/);

  expect(findDoubles(heard.lines)).toEqual([]);
  await expect(`${heard.lines.join('\n')}\n`).toMatchFileSnapshot('transcripts/trouble.txt');
});
