// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { FlowListener } from '../../../src/sdk/host/flow.ts';
import { open } from '../../../src/sdk/host/open.ts';
import { type ConnectError, forwardCode, type OpenOptions } from '../../../src/sdk/index.ts';
import type { AuthorizationCode } from '../../../src/sdk/protocol/brands.ts';

const world = vi.hoisted(() => ({ listeners: [] as FlowListener[] }));

vi.mock('../../../src/sdk/host/flow.ts', () => ({
  startFlow(_: unknown, __: unknown, listener: FlowListener) {
    world.listeners.push(listener);
    return { send() {}, close() {} };
  },
}));
vi.mock('../../../src/sdk/ui/mount.tsx', () => import('./stand-ins.ts'));
vi.mock('../../../src/sdk/host/surfaces/frame.ts', () => import('./stand-ins.ts'));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  world.listeners = [];
});

/** Runs a flow, and returns the error of the host's callback. */
async function deliver(onSuccess: OpenOptions['onSuccess']): Promise<ConnectError | 'none'> {
  const failures: ConnectError[] = [];
  const session = open({
    clientId: 'app',
    onSuccess,
    onEvent(event) {
      if (event.name === 'failed') failures.push(event.error);
    },
  });
  let isOver = false;
  void session.finished.then(() => {
    isOver = true;
  });
  await vi.waitFor(() => expect(world.listeners).toHaveLength(1));
  const code = 'very-secret' as AuthorizationCode;
  world.listeners[0]?.onMessage({ type: 'code', code, nonce: 'n' });
  await vi.waitFor(() => expect(isOver || failures.length > 0).toBe(true), { timeout: 3000 });
  session.close();
  expect(JSON.stringify(failures)).not.toContain(code);
  return failures[0] ?? 'none';
}

const callbackFailed = (message: string) =>
  expect.objectContaining({ code: 'callback_failed', message });

it('an onSuccess that returns forwardCode(...) gets an error with the right form', async () => {
  const wanted = callbackFailed(
    'onSuccess returned a function: did you mean onSuccess: forwardCode(...)?',
  );
  expect(await deliver(() => forwardCode('/callback') as never)).toEqual(wanted);
});

it('an async onSuccess that returns it gets the same error', async () => {
  const failure = await deliver(async () => forwardCode('/callback'));
  expect(failure).toMatchObject({ code: 'callback_failed' });
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

/** Opens a session whose clock the test moves. */
async function openWithClock(onSuccess: OpenOptions['onSuccess'] = () => {}) {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const told: string[] = [];
  const onEvent: OpenOptions['onEvent'] = (event) => {
    told.push(event.name === 'failed' ? event.error.code : event.name);
  };
  const session = open({ clientId: 'app', onSuccess, onEvent });
  void session.finished.then(({ status }) => told.push(status));
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
  const sendCode = async () => {
    const code = 'very-secret' as AuthorizationCode;
    world.listeners[0]?.onMessage({ type: 'code', code, nonce: 'n' });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { session, told, sendCode };
}

it('a page that says nothing fails after 15 s', async () => {
  const { session, told } = await openWithClock();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(told).toEqual(['opened']);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toContain('load_timeout');
  session.close();
});

it('success is shown for 1.4 s before the session ends', async () => {
  const { told, sendCode } = await openWithClock();
  await sendCode();
  await vi.advanceTimersByTimeAsync(1399);
  expect(told.at(-1)).not.toBe('connected');
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toContain('connected');
});

it('a callback fails after 15 s, and connects when it succeeds later', async () => {
  let accept = () => {};
  const { told, sendCode } = await openWithClock(
    () =>
      new Promise<void>((resolve) => {
        accept = resolve;
      }),
  );
  await sendCode();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(told).not.toContain('callback_failed');
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toContain('callback_failed');
  accept();
  await vi.advanceTimersByTimeAsync(1400);
  expect(told).toContain('connected');
});

it('no timer is left after the end', async () => {
  const { session } = await openWithClock();
  session.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(vi.getTimerCount()).toBe(0);
});
