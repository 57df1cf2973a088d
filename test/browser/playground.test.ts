import type { Request } from 'playwright-core';
import { type ConnectPerson, driveConnect } from 'tax-connect/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useFlowSuite } from '../support/flow-suite.ts';
import { readDocument } from '../support/read-document.ts';

const suite = useFlowSuite({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
let person: ConnectPerson;
let callbacks: Request[];
/** Errors of scripts, and pictures that the policy blocks. */
let troubles: string[];
/** Warnings for the developer in the console. */
let warnings: string[];

beforeEach(() => {
  person = driveConnect(suite.page);
  callbacks = [];
  troubles = [];
  warnings = [];
  suite.page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
    if (message.text().includes('directive: "img-src')) troubles.push(message.text());
  });
  suite.page.on('request', (request) => {
    if (request.url().includes('/callback?')) callbacks.push(request);
  });
  suite.context.on('weberror', (error) => troubles.push(error.error().message));
});

async function visit(search = ''): Promise<void> {
  await suite.page.goto(`${suite.world.appUrl}/playground/${search}`);
}

const launch = () => suite.page.getByRole('button', { name: 'Open Connect' }).click();
const card = (name: string) => suite.page.getByRole('region', { name });
const readTimeline = () => card('Timeline').getByRole('listitem').allInnerTexts();
/** Including the details that a person has to unfold. */
const readDetails = () => card('Timeline').getByRole('listitem').allTextContents();
const status = (text: string) => suite.page.getByRole('status').filter({ hasText: text });

/** Such as "onEvent ready", without times and details. */
async function readLines(): Promise<string[]> {
  const lines = await readTimeline();
  return lines.map((line) => line.split('\n')[0]?.replace(/^\d+ ms\s+/, '') ?? '');
}

async function connect(): Promise<string> {
  await launch();
  await person.logIn({ username: 'user_mfa' });
  await person.enterCode('123456');
  await person.allow();
  await status('Connected. The backend holds the token.').waitFor();
  expect(callbacks).toHaveLength(1);
  return new URL(callbacks[0]?.url() ?? '').searchParams.get('code') ?? '';
}

describe('the playground', () => {
  it('connects, and shows events, messages and the exchange without a secret', async () => {
    await visit('?provider=sandbox&theme=dark');
    const code = await connect();

    const lines = await readLines();
    expect(lines).toEqual(
      expect.arrayContaining([
        'your page open',
        'onEvent opened',
        'from Connect hello',
        'to Connect welcome',
        'from Connect ready',
        'onEvent ready',
        'from Connect code',
        'onEvent code_received',
        'your page onSuccess',
        'to Connect code_received',
        'onEvent closed',
        'your page finished',
      ]),
    );
    const exchange = await card('What your backend sent').locator('pre').textContent();
    expect(exchange).toContain('POST /auth/token HTTP/1.1');
    expect(exchange).toContain(`"client_id": "${suite.world.application.client_id}"`);
    expect(exchange).toContain('"client_secret": "••••••••"');
    expect(exchange).toContain('"access_token": "••••••••"');
    expect(exchange).toMatch(/→ 200 after \d+ ms/);

    const shown = await suite.page.evaluate(readDocument);
    expect(code.length).toBeGreaterThan(20);
    expect(shown).toContain('provider_selected');
    expect(shown + suite.page.url()).not.toContain(code);
    expect(shown).not.toContain(suite.world.application.client_secret);
    expect(troubles).toEqual([]);
  });
});

describe('the faults of the playground', () => {
  it('a frame is blocked by the policy, and the focus survives the change', async () => {
    await visit('?provider=sandbox&display=frame');
    await Promise.all([
      suite.page.waitForEvent('domcontentloaded'),
      suite.page.getByRole('radio', { name: 'Blocked frame' }).check(),
    ]);
    const isFocused = () =>
      suite.page
        .getByRole('radio', { name: 'Blocked frame' })
        .evaluate((radio) => radio === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    await launch();
    await expect.poll(readLines).toContain('onEvent failed');
    expect((await readDetails()).join()).toContain('frame_blocked');
    const { origin } = new URL(suite.world.connectUrl);
    await expect.poll(() => warnings.join()).toContain(`Add ${origin} to its frame-src`);
    expect(warnings).toHaveLength(1);
  });
});
