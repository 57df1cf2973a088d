import { expect, it } from 'vitest';
import { startDashboardWorld } from '../support/dashboard-world.ts';
import { driveDashboard } from '../support/drive-dashboard.ts';
import { isLongRun } from '../support/extent.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { readStory, type Story } from '../support/translate.ts';
import { useRunning } from '../support/use-running.ts';

const world = useRunning(startDashboardWorld);

const suite = usePageSuite({ reducedMotion: 'reduce' });

const change: Story = async (page, look) => {
  await suite.context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: world.connectUrl,
  });
  const drive = driveDashboard(page, world);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await page.goto(`${world.connectUrl}/dashboard`);
  await page.getByLabel('Password').fill('wrong');
  await press('Sign in');
  await page.getByText('The password is wrong.').waitFor();
  await look('the sign-in');
  await page.getByLabel('Password').fill(world.password);
  await press('Sign in');
  await drive.heading('Applications').waitFor();
  await drive.register('Shop');
  await page.getByRole('link', { name: '0', exact: true }).waitFor();
  await look('the overview');
  await press('ES module');
  await look('a snippet');

  await drive.openPage('Settings');
  await page.getByText('All providers').waitFor();
  await look('the settings');
  await page.getByLabel('Access token lifetime').fill('no');
  await press('Save limits');
  await page.getByText('Type a whole number from 1 to 366, or nothing.').waitFor();
  await look('a wrong number');
  await page.getByLabel('Limit of test sign-ins').fill('no');
  await press('Save limits');
  await page.getByText('Type a whole number from 0 to 1,000,000,000, or nothing.').waitFor();
  await look('another wrong number');
  await page.getByLabel('Limit of test sign-ins').fill('');
  await page.getByLabel('Access token lifetime').fill('');
  await page.getByLabel('Name', { exact: true }).fill('Store');
  await press('Save details');
  await page.getByText('Share your Sandbox information with Store?').waitFor();
  await drive.status('The details are saved.').waitFor();
  await look('a new name');

  await drive.openPage('Flows');
  await page.getByText(/^No flow has started/).waitFor();
  await look('no flow');
  await press('Failed');
  await page.getByText('No flow of the last day matches.').waitFor();
  await look('no failed flow');

  await drive.openPage('Sessions');
  await press('Denied');
  await page.getByText('No session has this status.').waitFor();
  await look('no denied session');

  await drive.openPage('Events');
  await press('Add a webhook');
  await page.getByLabel('Address').fill('http://shop.io/hooks');
  await press('Add webhook');
  await page.getByRole('alert').waitFor();
  await look('a wrong address');
  await page.getByLabel('Address').fill('http://localhost:1/hooks');
  await press('Add webhook');
  await page.getByRole('link', { name: 'http://localhost:1/hooks' }).click();
  await press('Switch off');
  await page.getByRole('button', { name: 'Switch on' }).waitFor();
  await look('a webhook that is off');
  await press('Switch on');
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  await look('a webhook that is on');
  await press('Sign out');
  await drive.heading('Sign in').waitFor();
  await look('the end');
};

/** Each run has its own IDs, secrets and times. */
const hide = (text: string) =>
  text
    .replaceAll(/\b(?:test|wh|whsec)_[+/=\w]+/g, 'ID')
    .replaceAll(/(?:\w{3} \d{1,2}, )?\d{1,2}:\d{2}:\d{2}\s[AP]M/g, 'TIME');

it.runIf(isLongRun)('a translated dashboard shows no text of an earlier step', async () => {
  const untouched = await readStory(suite.context, change, false);
  await suite.context.clearCookies();
  const translated = await readStory(suite.context, change, true);

  expect(untouched.length).toBeGreaterThan(10);
  expect(translated.map(hide)).toEqual(untouched.map(hide));
});
