import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { driveConnect } from 'tax-connect/testing';
import { beforeEach, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { isLongRun } from '../support/extent.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld } from '../support/world.ts';
import { packPackage } from './support/packed-package.ts';
import { type StartedProgram, startProgram } from './support/start-program.ts';

const example = fileURLToPath(new URL('../../demo/examples/mobile/backend/', import.meta.url));

const world = useRunning(() => startWorld());
const browser = useRunning(() => launchChromium());
const packed = useRunning(packPackage);
let backend: StartedProgram;

beforeEach(async () => {
  // Next to the packed package, which it imports by name.
  const folder = join(packed.folder, '../../mobile');
  mkdirSync(folder, { recursive: true });
  cpSync(example, folder, { recursive: true });
  backend = await startProgram(folder, [process.execPath, 'server.js'], {
    CONNECT_BASE_URL: world.baseUrl,
    CONNECT_URL: `${world.connectUrl}/connect`,
    CONNECT_CLIENT_ID: world.application.client_id,
    CONNECT_CLIENT_SECRET: String(world.application.client_secret),
    // The registered app link.
    REDIRECT_URI: String(world.application.redirect_uris[0]),
  });
});

/** A request of the app, with the token of its user. */
async function post(path: string, user: string, body: object = {}) {
  const response = await fetch(backend.origin + path, {
    method: 'POST',
    headers: { Authorization: `Bearer token-of-${user}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

/** The system's browser tab: opens an address, and returns the app link. */
async function openTab(address: string, decision: 'allow' | 'deny' = 'allow') {
  const page = await browser.newPage();
  const [redirectUri = ''] = world.application.redirect_uris;
  const link = page.waitForRequest((request) => request.url().startsWith(`${redirectUri}?`));
  await page.goto(address);
  const person = driveConnect(page);
  await person.begin();
  await person.pick('Sandbox');
  await person.logIn({ username: 'user_good' });
  await person[decision]();
  const { searchParams } = new URL((await link).url());
  await page.close();
  return searchParams;
}

const connected = { status: 200, body: { connected: true } };
const notConnected = { status: 200, body: { connected: false } };

it('connects the user who started the session, by its ID alone', async () => {
  const start = await post('/mobile/start', 'ada');
  const link = await openTab(start.body.url);
  const session_id = link.get('session_id');

  const finish = await post('/mobile/finish', 'ada', { session_id });
  const again = await post('/mobile/finish', 'ada', { session_id });

  expect([finish, again]).toEqual([connected, connected]);
  expect(backend.printed().match(/connected \S+ at sandbox for ada/g)).toHaveLength(1);
  expect(backend.printed()).not.toContain(link.get('code'));
  expect(backend.printed()).not.toContain(world.application.client_secret);
});

it('refuses a link of another user, or of a stranger', async () => {
  const start = await post('/mobile/start', 'ada');
  await post('/mobile/start', 'ben');
  const session_id = (await openTab(start.body.url)).get('session_id');

  const foreign = await post('/mobile/finish', 'ben', { session_id });
  const forged = await post('/mobile/finish', 'ada', { session_id: 'cs_x' });
  const stranger = await post('/mobile/finish', 'eve', { session_id });
  // The control: no step above has finished the session.
  const own = await post('/mobile/finish', 'ada', { session_id });

  expect([foreign.status, forged.status, stranger.status]).toEqual([403, 403, 401]);
  expect(own).toEqual(connected);
});

it.runIf(isLongRun)('connects an app that was ended after Allow, when it opens again', async () => {
  const start = await post('/mobile/start', 'ada');
  expect(await post('/mobile/finish', 'ada')).toEqual(notConnected);
  await openTab(start.body.url);
  expect(await post('/mobile/finish', 'ada')).toEqual(connected);
  expect(await post('/mobile/finish', 'ben')).toEqual(notConnected);
});

it.runIf(isLongRun)('says that nothing is connected after Deny', async () => {
  const start = await post('/mobile/start', 'ada');
  const link = await openTab(start.body.url, 'deny');
  expect(link.get('error')).toBe('access_denied');
  const session_id = link.get('session_id');
  expect(await post('/mobile/finish', 'ada', { session_id })).toEqual(notConnected);
});

it.runIf(isLongRun)('a link that the system opens in the browser is not used', async () => {
  const answer = await fetch(`${backend.origin}/mobile/callback?code=abc&session_id=def`);

  expect(await answer.text()).toContain('Go back to the app');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
});
