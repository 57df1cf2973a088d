// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ConnectError,
  type ConnectEvent,
  forwardCode,
  type OpenOptions,
  open,
} from '../../../src/sdk/index.ts';
import {
  findFrame,
  findHost,
  getFramePage,
  getPopup,
  goToPage,
  listPopups,
  openSession,
  prepareHost,
  restoreBrowser,
  settle,
} from './whole-host.ts';

beforeEach(prepareHost);
afterEach(restoreBrowser);

describe('a session', () => {
  it('loads the page in a hidden frame, and dims the host’s page at once', () => {
    openSession();
    expect(findFrame()?.dataset.src).toContain('client_id=app');
    expect(findHost()?.style).toMatchObject({
      position: 'fixed',
      // The host's page stays usable while the modal's code loads.
      pointerEvents: 'none',
      all: 'initial',
    });
    expect(listPopups()).toEqual([]);
  });

  it('dates and marks its events', async () => {
    const events: ConnectEvent[] = [];
    const { session } = openSession({ onEvent: (event) => void events.push(event) });
    await settle();
    expect(events).toEqual([{ name: 'opened', sessionId: session.id, timestamp: Date.now() }]);
  });

  it('closed before its code has loaded never starts', async () => {
    const { session, events, exits } = openSession();
    const page = getFramePage();
    session.close();
    expect(await session.finished).toEqual({ status: 'exited', reason: 'closed', error: null });
    await settle();
    page.sayHello();
    expect(page.welcomes).toEqual([]);
    expect([events, exits]).toEqual([
      ['closed'],
      [{ reason: 'closed', error: null, step: 'loading' }],
    ]);
  });

  it('reports a callback that throws as uncaught, and goes on', async () => {
    const broken = () => {
      throw new Error('in the host');
    };
    const { session } = openSession({ onEvent: broken, onExit: broken });
    await expect(settle()).rejects.toThrow('in the host');
    session.close();
    expect(await session.finished).toMatchObject({ reason: 'closed' });
    expect(() => vi.runAllTimers()).toThrow('in the host');
  });
});

it('a second call checks its options, too', () => {
  openSession();
  expect(() => open({ clientId: '' } as OpenOptions)).toThrow(ConnectError);
});

it('the host’s signal is left alone once the session has ended', () => {
  const { signal } = new AbortController();
  const stop = vi.spyOn(signal, 'removeEventListener');
  const listen = vi.spyOn(signal, 'addEventListener');
  openSession({ signal }).session.close();
  expect(stop.mock.calls).toEqual(listen.mock.calls);
  expect(stop.mock.calls[0]?.[0]).toBe('abort');
});

it.each([
  ['is closed with the session, even before its code has loaded', true],
  ['without an opener closes itself', false],
])('a popup %s', (_, hasOpener) => {
  const { session } = openSession({ display: 'popup' });
  if (!hasOpener) getPopup().window.opener = null;
  session.close();
  expect(getPopup().window.closed).toBe(hasOpener);
});

/** Runs a flow, and returns the error of the host's callback. */
async function deliver(onSuccess: OpenOptions['onSuccess']): Promise<ConnectError | 'none'> {
  const failures: ConnectError[] = [];
  const { session, page } = await goToPage({
    onSuccess,
    onEvent(event) {
      if (event.name === 'failed') failures.push(event.error);
    },
  });
  const message = page.createCode();
  page.say(message);
  await settle(3000);
  session.close();
  expect(JSON.stringify(failures)).not.toContain(message.code);
  return failures[0] ?? 'none';
}

const callbackFailed = (message: string) =>
  expect.objectContaining({ code: 'callback_failed', message });

it.each([
  ['an onSuccess', () => forwardCode('/callback') as never],
  ['an async onSuccess', async () => forwardCode('/callback')],
])('%s that returns forwardCode(...) gets an error with the right form', async (_, onSuccess) => {
  const wanted = callbackFailed('onSuccess returned a function: did you mean forwardCode(...)?');
  expect(await deliver(onSuccess)).toEqual(wanted);
});

it('the control: any other return value is success', async () => {
  expect(await deliver(() => Promise.resolve({ status: 204 }))).toBe('none');
});

it.each([
  [500, 'The callback answered HTTP status 500.'],
  [0, 'The callback answered a redirect.'],
])('the message names the answer of a callback: %i', async (status, message) => {
  const answer = { ok: false, status } as Response;
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(answer));
  expect(await deliver(forwardCode('/callback'))).toEqual(callbackFailed(message));
});

it('an exception of the host is the cause, and is not quoted in the message', async () => {
  const cause = new Error('of the host: very-secret');
  const failure = await deliver(() => Promise.reject(cause));
  expect(failure).toEqual(callbackFailed('onSuccess failed; see cause.'));
  expect(failure).toMatchObject({ cause });
});
