import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { findFreePort, startWorld, type World } from '../support/world.ts';
import { type PackedPackage, packPackage } from './support/packed-package.ts';

const example = fileURLToPath(new URL('../../demo/examples/mobile/backend/', import.meta.url));

let world: World;
let browser: Browser;
let packed: PackedPackage;
let child: ChildProcess;
let url: string;
let output: string;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), launchChromium()]);
  packed = packPackage();
});

beforeEach(async () => {
  // Next to the packed package, which it imports by name.
  const folder = join(packed.folder, '../../mobile');
  mkdirSync(folder, { recursive: true });
  cpSync(example, folder, { recursive: true });
  const port = await findFreePort();
  output = '';
  child = spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env: {
      PORT: String(port),
      CONNECT_BASE_URL: world.baseUrl,
      CONNECT_URL: `${world.connectUrl}/connect`,
      CONNECT_CLIENT_ID: world.application.client_id,
      CONNECT_CLIENT_SECRET: world.application.client_secret,
      // The registered app link.
      REDIRECT_URI: world.application.redirect_uris[0],
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      output += text;
    });
  }
  url = `http://localhost:${port}`;
  await expect.poll(() => output).toContain(url);
});

afterEach(() => void child.kill('SIGTERM'));

afterAll(async () => {
  packed?.remove();
  await browser?.close();
  await world?.close();
});

/** A request of the app, with the token of its user. */
async function post(path: string, user: string, body: object = {}) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer token-of-${user}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

/**
 * The system's browser tab: opens an address, and passes the app link to the app. Here the demo application
 * answers the link. It does not use a code that it did not ask for.
 */
async function openTab(address: string): Promise<{ code: string; state: string }> {
  const page = await browser.newPage();
  const [redirectUri = ''] = world.application.redirect_uris;
  const link = page.waitForRequest((request) => request.url().startsWith(`${redirectUri}?`));
  await page.goto(address);
  await driveConnect(page).connect();
  const { searchParams } = new URL((await link).url());
  await page.close();
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}

it('connects the user who started the flow, once', async () => {
  const start = await post('/mobile/start', 'ada');
  const link = await openTab(start.body.url);

  const finish = await post('/mobile/finish', 'ada', link);
  const again = await post('/mobile/finish', 'ada', link);

  expect(finish).toEqual({ status: 200, body: { connected: true } });
  expect(again).toEqual({ status: 403, body: { error: 'state_mismatch' } });
  expect(output).toMatch(/connected \S+ at sandbox for ada/);
  expect(output).not.toContain(link.code);
  expect(output).not.toContain(world.application.client_secret);
});

it('refuses a link of another user, or of a stranger', async () => {
  const start = await post('/mobile/start', 'ada');
  await post('/mobile/start', 'ben');
  const link = await openTab(start.body.url);

  const foreign = await post('/mobile/finish', 'ben', link);
  const forged = await post('/mobile/finish', 'ada', { ...link, state: 'x' });
  const stranger = await post('/mobile/finish', 'eve', link);
  // The control: no step above has used the code or the state.
  const own = await post('/mobile/finish', 'ada', link);

  expect([foreign.status, forged.status, stranger.status]).toEqual([403, 403, 401]);
  expect(own.status).toBe(200);
});

it('a link that the system opens in the browser uses neither code nor state', async () => {
  const answer = await fetch(`${url}/mobile/callback?code=abc&state=def`);

  expect(await answer.text()).toContain('Go back to the app');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
});
