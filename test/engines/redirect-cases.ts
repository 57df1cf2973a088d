import type { Tab } from '../support/engines/driver.ts';

/** The flow without the SDK: the browser goes to the Connect page and comes back. */
export const redirectCases = [
  { name: 'comes back connected when access is allowed', decision: 'Allow', problem: null },
  {
    name: 'comes back without a connection when it is denied',
    decision: 'Deny',
    problem: 'access_denied',
  },
] as const;

/**
 * @param tab - at the host's page
 * @param decision - which button of the consent
 */
export async function goThroughRedirect(tab: Tab, decision: 'Allow' | 'Deny'): Promise<void> {
  const page = tab.host;
  const password = { role: 'textbox', name: 'Password' } as const;
  await page.click({ role: 'link', name: 'Continue on the Connect page' });
  await page.click({ role: 'option', name: 'Sandbox' });
  await page.type({ role: 'textbox', name: 'Username' }, 'user_good');
  await page.type(password, 'pass_good');
  await page.press(password, 'Enter');
  await page.click({ role: 'button', name: decision });
  await page.see({
    role: 'text',
    name: decision === 'Allow' ? 'Connected to sandbox' : 'Not connected',
  });
}
