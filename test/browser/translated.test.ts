import { expect, it } from 'vitest';
import { levelsMs } from '../../src/kit/patience.ts';
import { texts as manage } from '../../src/texts/en.json?manage';
import { texts as en } from '../../src/texts/en.json?modal';
import { texts as pageText } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { byExtent } from '../support/extent.ts';
import { useFlowSuite } from '../support/flow-suite.ts';
import { holdRequests } from '../support/gate.ts';
import { readStory, type Story } from '../support/translate.ts';

const suite = useFlowSuite({ reducedMotion: 'reduce' });

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
  const { login, mfa, notices } = pageText;
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
  await frame.getByText(fill(notices.invalid_credentials.title, parties)).waitFor();
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
  await frame.getByText(fill(notices.invalid_one_time_code.advice, parties)).waitFor();
  await look('a wrong code');
  await code.fill('123456');
  await frame.getByRole('button', { name: pageText.consent.allow }).waitFor();
  await look('the consent');
  await page.getByRole('button', { name: en.close }).click();
  await page.getByRole('alertdialog').waitFor();
  await look('the exit question');
  await page.getByRole('button', { name: en.exit.stay }).click();
  await look('the consent again');
};

const wait: Story = async (page, look) => {
  const letPass = await holdRequests(page, '**/connect/flow/login');
  await page.clock.install();
  await page.goto(`${suite.world.connectUrl}/manage`);
  await page.getByRole('option', { name: 'Sandbox' }).click();
  await page.getByLabel(pageText.login.username).fill('user_good');
  await page.getByLabel(pageText.login.password, { exact: true }).fill('pass_good');
  await look('the login');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: pageText.login.submit }).click();
  const status = page.getByRole('status').last();
  const [firstMs, secondMs] = levelsMs;
  await page.clock.runFor(firstMs);
  await expect.poll(() => status.textContent()).toBe(pageText.waiting.login);
  await look('a wait');
  await page.clock.runFor(secondMs - firstMs);
  await expect
    .poll(() => status.textContent())
    .toContain(fill(pageText.waiting.stillWorking, { provider: 'Sandbox' }));
  await look('a long wait');
  letPass();
  await page.getByRole('heading', { name: manage.none }).waitFor();
  await look('the list');
};

const stories = [
  ['the page at work', wait],
  ['the modal and the page in its frame', connect],
] as const;

it.each(stories.slice(0, byExtent(1, stories.length)))(
  'a translated page shows no text of an earlier step: %s',
  async (_, story) => {
    const untouched = await readStory(suite.context, story, false);
    const translated = await readStory(suite.context, story, true);

    expect(untouched.length).toBeGreaterThan(3);
    expect(translated).toEqual(untouched);
  },
);
