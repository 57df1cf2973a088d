import { getAccount } from 'tax-connect/server';
import { expect } from 'vitest';
import { texts as manage } from '../../src/texts/en.json?manage';
import { texts as text } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { connectAccount } from '../support/backend.ts';
import type { Tab } from '../support/engines/driver.ts';
import type { AgainWorld } from './connect-again-cases.ts';
import { signInByKeyboard } from './person.ts';

const heading = (name: string) => ({ role: 'heading', name }) as const;
const button = (name: string) => ({ role: 'button', name }) as const;

/** A person without a pointer ends an access at `/manage`, after a question that Escape has closed. */
export async function endAccessByKeyboard(tab: Tab, world: AgainWorld): Promise<void> {
  const { token } = await connectAccount(world.connect);
  const { host: page } = tab;
  const { keyboard } = page;
  const name = 'Test application';
  await tab.open(`${world.connect.url}/manage`);
  await page.seeFocused(heading(text.select.title));
  await keyboard.type('Sandbox');
  await keyboard.press('Enter');
  await page.seeFocused({ role: 'textbox', name: text.login.username });
  await signInByKeyboard(page, 'user_good');
  await page.seeFocused(heading(manage.title));

  await page.tabTo(button(fill(manage.endOf, { application: name })));
  await keyboard.press('Enter');
  await page.seeFocused(button(manage.keep));
  await keyboard.press('Escape');
  await page.seeFocused(button(fill(manage.endOf, { application: name })));
  expect(await getAccount(token)).toMatchObject({ status: 'active' });
  await keyboard.press('Enter');
  await page.seeFocused(button(manage.keep));
  // The names of both buttons begin alike, so the next one is not looked for.
  await keyboard.press('Tab');
  await keyboard.press('Enter');

  await page.see(heading(manage.none));
  await page.seeFocused({ role: 'text', name: fill(manage.ended, { application: name }) });
  await expect(getAccount(token)).rejects.toMatchObject({ code: 'invalid_token' });
}
