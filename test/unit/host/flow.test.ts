// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenOptions } from '../../../src/sdk/host/api.ts';
import type { Nonce } from '../../../src/sdk/protocol/brands.ts';
import { createPort } from '../channel/send-message.ts';
import { framed, ready } from './fixtures.ts';
import {
  connectUrl,
  findFrame,
  getFramePage,
  getPopup,
  goToPage,
  hello,
  prepareHost,
  press,
  reportBlockedFrame,
  reportLoad,
  restoreBrowser,
  settle,
  startSession,
} from './whole-host.ts';

beforeEach(prepareHost);
afterEach(restoreBrowser);

/** A session whose page in a popup has been welcomed, and has said nothing. */
async function goToPopup(options: Partial<OpenOptions> = {}) {
  const started = await startSession({ display: 'popup', ...options });
  const popup = getPopup();
  popup.sayHello();
  return { ...started, popup };
}

const broken = ['opened', 'step_changed failed', 'failed protocol_error'];

describe('a hello', () => {
  it('is answered with a welcome and a port, each time', { tags: ['control-8'] }, async () => {
    const { page, events } = await goToPage();
    page.sayHello();
    expect(page.welcomes).toHaveLength(2);
    expect(page.welcomes[1]).toEqual(page.welcomes[0]);
    expect(page.ports).toHaveLength(2);
    expect(events).toEqual(['opened']);
  });

  it('that comes late does not cost the page the port that it uses', async () => {
    const { page, events } = await goToPage();
    page.sayHello();
    const [used, late] = page.ports;
    late?.close();
    used?.postMessage(ready);
    used?.postMessage({ type: 'providers', providers: [framed] });
    expect(events).toContain('ready');
    expect(page.heard).toEqual([{ type: 'select_provider', provider_id: 'framed' }]);
  });

  it('of another version ends the flow', async () => {
    const { events } = await startSession();
    const page = getFramePage();
    page.sayHello({ version: 2 });
    expect(events.at(-1)).toBe('failed unsupported_version');
    page.sayHello();
    expect(page.welcomes).toEqual([]);
  });

  it('is told from any other message', async () => {
    const { events } = await startSession();
    const page = getFramePage();
    for (const other of [null, 'hello', {}, ready]) page.post(other);
    page.sayHello({ protocol: 'other' });
    expect(page.welcomes).toEqual([]);
    expect(events).toEqual(['opened']);
  });

  it.each([
    ['another window', { source: { name: 'other' } }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a script', { isTrusted: false }],
    ['no window', { source: null }],
  ])('of %s is not answered', async (_, forged) => {
    await startSession();
    const page = getFramePage();
    page.post(hello, forged);
    expect(page.welcomes).toEqual([]);
  });

  it('must bring no port: one that comes is closed, but not a foreign one', async () => {
    await startSession();
    const [own, foreign] = [createPort(), createPort()];
    getFramePage().post(hello, { ports: [own.port] });
    getFramePage().post(hello, { ports: [foreign.port], origin: 'https://evil.example' });
    expect([own.isClosed, foreign.isClosed]).toEqual([true, false]);
  });
});

describe('a message', () => {
  it('with a code needs the nonce of this flow', async () => {
    const { page, events, codes } = await goToPage();
    page.say({ ...page.createCode(), nonce: 'o'.repeat(43) as Nonce });
    expect(events).toEqual(broken);
    expect(codes).toEqual([]);
    await settle(2000);
  });

  it('that breaks the protocol for the third time ends the flow, once', async () => {
    const { page, events } = await goToPage();
    const [port] = page.ports;
    page.say(...Array(5).fill({ type: 'of_a_later_version' }));
    page.say({ type: 'resize' }, { type: 'resize' });
    expect(events).toEqual(['opened']);
    page.say({ type: 'resize' });
    expect(events).toEqual(broken);
    for (let count = 0; count < 3; count += 1) port?.postMessage({ type: 'resize' });
    port?.postMessage(ready);
    page.sayHello();
    expect(events).toEqual(broken);
    expect(page.welcomes).toHaveLength(1);
    expect(page.heard).toEqual([{ type: 'close' }]);
  });
});

describe('a session of the backend', () => {
  const session = 's'.repeat(64);
  const outdated = 'failed unsupported_version';

  it.each([
    ['says so', [{ ...ready, session: true }], []],
    ['says nothing about it', [ready], [outdated]],
    ['does not use it', [{ ...ready, session: false }], [outdated]],
    ['is loaded again, and then does not use it', [{ ...ready, session: true }, ready], [outdated]],
    ['was never ready', [], [outdated]],
  ])('needs a page that says that it uses it: it %s', async (_, messages, failures) => {
    const { page, events, codes } = await goToPage({ session });
    page.say(...messages);
    page.say(page.createCode());
    expect(events.filter((event) => event.startsWith('failed'))).toEqual(failures);
    expect(codes).toHaveLength(failures.length === 0 ? 1 : 0);
  });

  it('that has ended lets its page say so', async () => {
    const { page, events } = await goToPage({ session });
    page.say({ type: 'error', code: 'session_expired', message: 'x', retryable: false });
    expect(events.at(-1)).toBe('failed session_expired');
  });
});

describe('a document that replaces the page', () => {
  async function replacePage(...messages: readonly { type: string }[]) {
    const there = await goToPage();
    there.page.say(ready, ...messages);
    reportLoad(findFrame());
    reportLoad(findFrame());
    return there;
  }

  it('is not the first one, which may load before it says something', async () => {
    const { events } = await startSession();
    reportLoad(findFrame());
    await settle(5000);
    expect(events).toEqual(['opened']);
    getFramePage().sayHello();
    getFramePage().say(ready);
    await settle(4000);
    expect(events).toEqual(['opened', 'ready']);
    reportLoad(findFrame());
    await settle(4999);
    expect(events).toEqual(['opened', 'ready']);
    await settle(1);
    expect(events.slice(2)).toEqual(['step_changed failed', 'failed connection_lost']);
  });

  it('is reported by the browser, not by a script', async () => {
    const { page, events } = await goToPage();
    page.say(ready);
    for (let count = 0; count < 2; count += 1) findFrame()?.dispatchEvent(new Event('load'));
    await settle(10_000);
    expect(events.join()).not.toContain('failed');
  });

  it('may be the Connect page again, whose earlier port counts no more', async () => {
    const { page, events, exits } = await replacePage();
    // The page is reloaded once more before it has said anything.
    await settle(1000);
    reportLoad(findFrame());
    page.sayHello();
    page.say(ready);
    page.ports[0]?.postMessage({ type: 'exit', reason: 'denied' });
    await settle(10_000);
    expect(events.join()).not.toContain('failed');
    expect(exits).toEqual([]);
  });

  it('may be the site of a provider, if the page has said so', async () => {
    const { page, events } = await replacePage({ type: 'step', step: 'login' } as never, {
      type: 'leaving',
    });
    await settle(600_000);
    expect(events.join()).not.toContain('failed');
    page.sayHello();
    page.say({ type: 'leaving' });
    reportLoad(findFrame());
    reportLoad(findFrame());
    await settle(600_000);
    expect(events.join()).not.toContain('failed');
    page.sayHello();
    page.say(ready);
    reportLoad(findFrame());
    await settle(5000);
    expect(events.at(-1)).toBe('failed connection_lost');
  });

  it('is of no interest after the end', async () => {
    const { session, events } = await replacePage();
    const frame = findFrame();
    session.close();
    const before = events.length;
    reportLoad(frame);
    await settle(60_000);
    expect(events).toHaveLength(before);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it.each([
  ['with its origin', {}, ['failed frame_blocked']],
  ['with its address', { blockedURI: `${connectUrl}?client_id=app` }, ['failed frame_blocked']],
  ['of another directive', { effectiveDirective: 'img-src' }, []],
  ['that is only reported', { disposition: 'report' }, []],
  ['by another address', { blockedURI: 'https://ads.example' }, []],
  ['by a script', { isTrusted: false }, []],
])('a violation %s ends the flow if the policy of the host blocks its frame', async (...row) => {
  const [, report, failures] = row;
  const { events } = await startSession();
  reportBlockedFrame(report);
  expect(events).toEqual(['opened', ...failures]);
});

it('a policy that has blocked the frame before the session’s code is there counts, too', async () => {
  const starting = startSession();
  reportBlockedFrame();
  const { events } = await starting;
  expect(events).toEqual(['opened', 'failed frame_blocked']);
});

it('a popup whose page reloads without its opener is welcomed until it answers', async () => {
  const { popup, events } = await goToPopup();
  for (const welcomes of [14, 27]) {
    popup.say(ready, { type: 'unloading' });
    await settle(3900);
    expect(popup.welcomes).toHaveLength(welcomes);
    popup.say(ready);
    await settle(900);
    expect(popup.welcomes).toHaveLength(welcomes);
  }
  popup.say({ type: 'unloading' });
  await settle(4200);
  expect([events.at(-1), popup.window.closed]).toEqual(['failed popup_closed', true]);
});

it.each([
  ['that its host ends', false, 1],
  ['nothing when its host goes to the back-forward cache', true, 0],
])('a popup is told %s', async (_, persisted, count) => {
  const { popup } = await goToPopup();
  popup.say(ready);
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  expect(popup.heard.filter(({ type }) => type === 'unloading')).toHaveLength(count);
});

it('the popup of an earlier try can say nothing more', async () => {
  const { popup, events } = await goToPopup();
  const [port] = popup.ports;
  popup.say({ type: 'error', code: 'server_error', message: '', retryable: true });
  const before = [...events];
  popup.sayHello();
  port?.postMessage(popup.createCode());
  expect(popup.welcomes).toHaveLength(1);
  expect(events).toEqual(before);
  await settle(100);
  press('Try again');
  expect([popup.window.closed, getPopup() === popup]).toEqual([true, false]);
});

it('a popup is closed after its code, while the callback is pending', async () => {
  let finish = () => {};
  const onSuccess = () =>
    new Promise<void>((resolve) => {
      finish = resolve;
    });
  const { popup, events } = await goToPopup({ onSuccess });
  popup.say(ready, popup.createCode());
  expect(popup.window.closed).toBe(false);
  await settle(100);
  expect([popup.window.closed, events.at(-1)]).toEqual([true, 'step_changed finishing']);
  finish();
  await settle(2000);
  expect(vi.getTimerCount()).toBe(0);
});

it('a popup is closed before the host hears that a refused code has ended the session', async () => {
  const seen: unknown[] = [];
  const { popup, session } = await goToPopup({
    onSuccess: () => Promise.reject(new Error('no')),
    onExit: ({ error }) => seen.push(error?.code, getPopup().window.closed),
  });
  popup.say(ready, popup.createCode());
  session.close();
  await settle();
  expect(seen).toEqual(['callback_failed', true]);
});

it.each([
  ['0', 0],
  ['24px', 24],
  ['25px', 24],
  ['-1px', undefined],
  ['var(--radius)', undefined],
])('the page hears of the radius %s as %s', async (borderRadius, heard) => {
  const { page } = await goToPage({ appearance: { borderRadius } });
  expect(page.welcomes[0]?.appearance?.border_radius).toBe(heard);
});

it('the page of a frame is told to close when it has not answered in time', async () => {
  const { page, events } = await goToPage();
  await settle(15_000);
  expect([events.at(-1), page.heard]).toEqual(['failed load_timeout', [{ type: 'close' }]]);
});
