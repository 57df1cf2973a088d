// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PreloadOptions } from '../../../src/sdk/host/api.ts';
import { preload } from '../../../src/sdk/host/open/preload.ts';
import type { PageMessage } from '../../../src/sdk/protocol/messages.ts';
import { drawAtOnce } from '../ui/fixtures.ts';
import { framed, ready } from './fixtures.ts';
import {
  connectUrl,
  findDialog,
  findFrame,
  findHost,
  getFramePage,
  inModal,
  prepareHost,
  providers,
  readScreen,
  reportBlockedFrame,
  restoreBrowser,
  type SimulatedPage,
  settle,
  startSession,
} from './whole-host.ts';

const serverError = { type: 'error', code: 'server_error', message: 'x', retryable: true };
const releases: (() => void)[] = [];
/** Called in the browser's idle time. */
let whenIdle: (() => void)[];

drawAtOnce();
beforeEach(async () => {
  await prepareHost();
  whenIdle = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => whenIdle.push(callback));
});
afterEach(() => {
  for (const release of releases.splice(0)) release();
  restoreBrowser();
});

/** Preloads, and lets the page say hello. */
async function prepare(options: Partial<PreloadOptions> = {}) {
  releases.push(preload({ clientId: 'app', connectUrl, ...options }));
  await settle();
  const page = getFramePage();
  if (page.welcomes.length === 0) page.sayHello();
  return page;
}

/** Preloads a page, which lists its providers. */
async function prepareList() {
  const page = await prepare();
  page.say(ready, providers);
  return page;
}

function letIdle(): void {
  for (const callback of whenIdle.splice(0)) callback();
}

/** Opens a session. @returns whether it continues with this page, which was prepared */
async function isUsedBy(page: SimulatedPage, options: Partial<PreloadOptions> = {}) {
  const [port] = page.ports;
  await startSession(options);
  const isSame = getFramePage() === page;
  // A page that is not used hears that its flow has ended.
  expect(page.heard).toEqual(isSame ? [] : [{ type: 'close' }]);
  expect(port?.peer === undefined).toBe(!isSame);
  return isSame;
}

describe('a prepared flow', () => {
  it('hands its messages over, the earlier ones at once', async () => {
    const page = await prepareList();
    const { session, events } = await startSession();
    expect(page.welcomes).toMatchObject([{ session_id: session.id }]);
    expect(events).toEqual(['opened', 'ready', 'step_changed select']);
    page.say({ type: 'step', step: 'login' });
    expect(events.at(-1)).toBe('step_changed login');
    page.say({ type: 'resize' }, { type: 'resize' }, { type: 'resize' });
    expect(events.at(-1)).toBe('failed protocol_error');
  });

  it('delivers the code of its page to the session that continues it', async () => {
    const page = await prepareList();
    const { codes } = await startSession();
    const message = page.createCode();
    page.say(message);
    expect(codes).toEqual([message.code]);
  });

  it('forgets the messages of a page that was reloaded', async () => {
    const page = await prepare();
    page.say(ready, providers, ready);
    const { events } = await startSession();
    expect(events).toEqual(['opened', 'ready']);
  });

  it('is kept by a second preload with the same options, and replaced with others', async () => {
    const page = await prepare();
    expect(await prepare()).toBe(page);
    expect(page.welcomes).toHaveLength(1);
    const next = await prepare({ state: 'other' });
    expect(next).not.toBe(page);
    expect(next.welcomes).toMatchObject([{ state: 'other' }]);
    expect(page.heard).toEqual([{ type: 'close' }]);
  });
});

describe('a session takes a prepared flow over', () => {
  it.each<[string, Partial<PreloadOptions>, Partial<PreloadOptions>]>([
    ['options', { appearance: { accentColor: 'teal' } }, { appearance: { accentColor: 'teal' } }],
    ['theme, said or not', {}, { appearance: { theme: 'auto' } }],
  ])('with the same %s', async (_, given, next) => {
    const page = await prepare(given);
    expect(await isUsedBy(page, next)).toBe(true);
  });

  it.each<[string, Partial<PreloadOptions>]>([
    ['application', { clientId: 'other' }],
    ['state', { state: 'other' }],
    ['session', { session: 's'.repeat(64) }],
    ['provider', { provider: 'framed' }],
    ['theme', { appearance: { theme: 'dark' } }],
    ['accent colour', { appearance: { accentColor: 'teal' } }],
    ['font', { appearance: { fontFamily: 'serif' } }],
    ['radius', { appearance: { borderRadius: '0' } }],
    ['language', { locale: 'fr' }],
  ])('but not with another %s: the page is loaded again', async (_, next) => {
    const same = { locale: 'de', appearance: { theme: 'light' } } as const;
    const page = await prepare(same);
    expect(await isUsedBy(page, { ...same, ...next })).toBe(false);
  });

  it('after a session in a popup, which does not use it', async () => {
    const page = await prepare();
    const { session } = await startSession({ display: 'popup' });
    expect(findFrame()).not.toBe(null);
    session.close();
    await settle();
    expect(await isUsedBy(page)).toBe(true);
  });

  it.each([
    [15_000, [], true],
    [15_001, [], false],
    [600_000, [ready, providers], true],
    [600_001, [ready, providers], false],
  ])('that began %i ms ago, and has said %o: %s', async (ms, said, isUsed) => {
    const page = await prepare();
    page.say(...said);
    vi.advanceTimersByTime(ms);
    expect(await isUsedBy(page)).toBe(isUsed);
  });

  it.each<[string, (page: SimulatedPage) => unknown]>([
    ['whose element was removed', () => findHost()?.remove()],
    ['that has failed', () => reportBlockedFrame()],
    ['that has ended', (page) => page.say(ready, { type: 'exit', reason: 'denied' })],
    ['whose page has sent a code', (page) => page.say(ready, page.createCode())],
    ['whose page has sent an error', (page) => page.say(ready, serverError)],
  ])('but not one %s', async (_, happen) => {
    const page = await prepare();
    happen(page);
    expect(await isUsedBy(page)).toBe(false);
  });
});

describe('the modal that is drawn ahead', () => {
  it('shows the providers, in idle time', async () => {
    const page = await prepare({ appearance: { accentColor: 'teal', theme: 'dark' } });
    page.say(ready);
    letIdle();
    expect(findDialog()).toBe(null);
    page.say(providers);
    expect(findDialog()).toBe(null);
    letIdle();
    expect([findDialog()?.open, readScreen()]).toEqual([false, 'select']);
    expect(findDialog()?.dataset.theme).toBe('dark');
    expect(findDialog()?.style.getPropertyValue('--color')).toBe('teal');
    expect(findDialog()?.querySelectorAll('[role=option]')).toHaveLength(2);
  });

  it('is the one that the session shows', async () => {
    const page = await prepareList();
    letIdle();
    const dialog = findDialog();
    page.say({ type: 'resize', height: 100 });
    letIdle();
    expect(findDialog()).toBe(dialog);
    await startSession();
    await settle(100);
    expect(findDialog()).toBe(dialog);
    expect(dialog?.open).toBe(true);
    inModal()
      .getByRole('option', { name: /framed/ })
      .click();
    expect(page.heard).toEqual([{ type: 'select_provider', provider_id: 'framed' }]);
  });

  it('is drawn by a browser without idle callbacks, too', async () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    await prepareList();
    expect(findDialog()).toBe(null);
    vi.advanceTimersByTime(1);
    expect(findDialog()).not.toBe(null);
  });

  it.each<[string, Partial<PreloadOptions>, readonly PageMessage[], happen?: () => void]>([
    ['for a preselected provider', { provider: 'framed' }, [ready, providers]],
    ['for a single provider', {}, [ready, { type: 'providers', providers: [framed] }]],
    ['without providers', {}, [ready, { type: 'step', step: 'login' }]],
    ['before the page is ready', {}, [{ type: 'resize', height: 1 }, providers]],
    ['after the last message', {}, [ready, providers, { type: 'exit', reason: 'closed' }]],
    ['after a failure', {}, [ready, providers], () => reportBlockedFrame()],
  ])('is not drawn %s', async (...[, options, messages, happen]) => {
    const page = await prepare(options);
    page.say(...messages);
    happen?.();
    letIdle();
    expect(findDialog()).toBe(null);
  });

  it('is left to the session when drawing fails', async () => {
    await prepareList();
    vi.spyOn(Element.prototype, 'setAttribute').mockImplementationOnce(() => {
      throw new TypeError('not here');
    });
    expect(letIdle).not.toThrow();
    await startSession();
    await settle(100);
    expect(findFrame()?.isConnected).toBe(true);
    expect([findDialog()?.open, readScreen()]).toEqual([true, 'select']);
  });

  it('is removed when the flow is not used', async () => {
    await prepareList();
    letIdle();
    const dialog = findDialog();
    await startSession({ state: 'other' });
    await settle(100);
    expect(dialog?.isConnected).toBe(false);
    expect(findDialog()?.open).toBe(true);
    expect(readScreen()).toBe('loading');
  });
});
