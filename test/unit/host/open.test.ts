// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ConnectError,
  type ConnectEvent,
  type ConnectSession,
  forwardCode,
  type OpenOptions,
  open,
} from '../../../src/sdk/index.ts';
import {
  findDialog,
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

  it.each(['onEvent', 'onExit'] as const)('that ends lets %s open the next one', async (name) => {
    let next: ConnectSession | undefined;
    const openNext = () => {
      next ??= openSession().session;
    };
    const { session } = openSession({ [name]: openNext });
    session.close();
    await settle(100);
    expect(next?.id).not.toBe(session.id);
    expect(findDialog()?.open).toBe(true);
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

const hint = 'onSuccess returned a function: did you mean forwardCode(...)?';
const cause = new Error('of the host: very-secret');

it.each<[string, onSuccess: () => unknown, message: string, cause?: Error]>([
  ['returns forwardCode(...)', () => forwardCode('/callback'), hint],
  ['resolves with forwardCode(...)', async () => forwardCode('/callback'), hint],
  // The message does not quote the host.
  ['throws', () => Promise.reject(cause), 'onSuccess failed; see cause.', cause],
])('an onSuccess that %s has failed, and the error says why', async (...row) => {
  const [, onSuccess, message, ofHost] = row;
  const failure = await deliver(onSuccess as never);
  expect(failure).toMatchObject({ code: 'callback_failed', message });
  if (ofHost) expect(failure).toMatchObject({ cause: ofHost });
});

it('the control: any other return value is success', async () => {
  expect(await deliver(() => Promise.resolve({ status: 204 }))).toBe('none');
});
