// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadDeveloperWarnings } from '../../../src/sdk/host/load-developer-warnings.ts';
import { loadSession } from '../../../src/sdk/host/load-session.ts';
import { open } from '../../../src/sdk/host/open.ts';
import type { OpenOptions } from '../../../src/sdk/index.ts';

const world = vi.hoisted(() => ({
  listeners: [] as { onMessage(message: unknown): void }[],
  locales: [] as unknown[],
}));

vi.mock('../../../src/sdk/host/flow.ts', () => ({
  startFlow(_: unknown, { locale }: { locale: string }, listener: never) {
    world.listeners.push(listener);
    world.locales.push(locale);
    return { send() {}, close() {} };
  },
}));
vi.mock('../../../src/sdk/ui/mount.tsx', () => import('./stand-ins.ts'));
vi.mock('../../../src/sdk/host/surfaces/frame.ts', () => import('./stand-ins.ts'));

const connectUrl = 'https://connect.example/connect';
const right: OpenOptions = { clientId: 'app', onSuccess() {}, connectUrl };
const warn = vi.spyOn(console, 'warn');
let close = () => {};

/** Each test begins with a page that has been warned of nothing. */
async function openOn(page: string, ...calls: object[]): Promise<string[]> {
  vi.stubGlobal('location', new URL(page));
  const sessions = calls.map((options) => open({ ...right, ...options }));
  close = () => sessions[0]?.close();
  await vi.waitFor(() => expect(world.listeners.length).toBeGreaterThan(0));
  return await readWarnings();
}

/** The warnings are in a separate chunk, which has been loaded before: a task later they are there. */
async function readWarnings(): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve));
  return warn.mock.calls.map(([text]) => String(text));
}

beforeEach(async () => {
  warn.mockReset().mockImplementation(() => {});
  world.listeners = [];
  world.locales = [];
  await Promise.all([loadSession(), loadDeveloperWarnings()]);
});

afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

const loopback = 'http://localhost:3000/';
const elsewhere = 'https://shop.example/';
const ready = (environment: string) => ({
  type: 'ready',
  application: { name: 'Shop', environment },
});

describe('a developer on loopback', () => {
  it('is told once of an option that does not exist, without its value', async () => {
    const warnings = await openOn(loopback, { onSucces: () => {}, providr: 'hush-hush' });
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toBe('TaxConnect: unknown option onSucces.');
    expect(warnings[1]).toContain('providr');
    expect(warnings.join()).not.toContain('hush-hush');

    close();
    world.listeners = [];
    expect(await openOn(loopback, { providr: 'other' })).toHaveLength(2);
  });

  it('is told of one in appearance, too', async () => {
    const [warning] = await openOn(loopback, { appearance: { color: 'red' } });
    expect(warning).toContain('unknown option color');
  });

  it('is told of a second open with other options, even in the same task', async () => {
    const [warning, ...others] = await openOn(
      loopback,
      { state: 'hush-hush' },
      { state: 'other', provider: 'acme' },
    );
    expect(others).toEqual([]);
    expect(warning).toContain('a session is open,');
    expect(warning).toContain('which ignores another provider, state.');
    expect(warning).not.toContain('hush-hush');
  });

  it('is told of a second open later, and of another client ID by its name', async () => {
    expect(await openOn(loopback, {})).toEqual([]);
    open({ ...right, clientId: 'other' });
    open({ ...right, clientId: 'other' });
    expect(await readWarnings()).toHaveLength(1);
    expect((await readWarnings())[0]).toContain('clientId');
  });

  it('gets the browser’s language for a locale that cannot be understood', async () => {
    await openOn(loopback, { locale: 'no tag!' });
    expect(world.locales).toEqual([navigator.languages[0]]);
  });

  it('may write a locale as servers do', async () => {
    await openOn(loopback, { locale: 'pt_BR' });
    expect(world.locales).toEqual(['pt-BR']);
  });

  it('hears nothing where everything is right', async () => {
    const signal = new AbortController().signal;
    const options = { signal, locale: 'en_US', appearance: { theme: 'dark' }, provider: 'acme' };
    const again = { ...options, appearance: { theme: 'dark' }, onSuccess() {} };
    expect(await openOn(loopback, options, again)).toEqual([]);
    expect(world.locales).toEqual(['en-US']);
  });
});

describe('elsewhere', () => {
  it('a live application gets no warnings', async () => {
    expect(await openOn(elsewhere, { misspelt1: 1 }, { state: 'other' })).toEqual([]);
    world.listeners[0]?.onMessage(ready('live'));
    expect(await readWarnings()).toEqual([]);
  });

  it('the developer of a test application is told once the page says that it is one', async () => {
    const options = { misspelt2: 1 };
    expect(await openOn(elsewhere, options, { ...options, provider: 'other' })).toEqual([]);
    world.listeners[0]?.onMessage(ready('test'));
    world.listeners[0]?.onMessage(ready('test'));
    const warnings = await readWarnings();
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain('misspelt2');
    expect(warnings[1]).toContain('ignores another provider');
  });
});
