// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ConnectError, forwardCode, type OpenOptions } from '../../../src/sdk/index.ts';
import { goToPage, prepareHost, restoreBrowser, settle } from './whole-host.ts';

beforeEach(prepareHost);
afterEach(restoreBrowser);

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

/** A session, and everything that its host hears, in order. */
async function openWithClock(onSuccess: OpenOptions['onSuccess'] = () => {}) {
  const told: string[] = [];
  const onEvent: OpenOptions['onEvent'] = (event) => {
    told.push(event.name === 'failed' ? event.error.code : event.name);
  };
  const { session, page } = await goToPage({ onSuccess, onEvent });
  void session.finished.then(({ status }) => told.push(status));
  const sendCode = async () => {
    page.say(page.createCode());
    await settle();
  };
  return { session, told, sendCode };
}

it('a page that says nothing fails after 15 s', async () => {
  const { session, told } = await openWithClock();
  await settle(14_999);
  expect(told).toEqual(['opened']);
  await settle(1);
  expect(told).toContain('load_timeout');
  session.close();
});

it('success is shown for 1.4 s before the session ends', async () => {
  const { told, sendCode } = await openWithClock();
  await sendCode();
  await settle(1399);
  expect(told.at(-1)).not.toBe('connected');
  await settle(1);
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
  await settle(14_999);
  expect(told).not.toContain('callback_failed');
  await settle(1);
  expect(told).toContain('callback_failed');
  accept();
  await settle(1400);
  expect(told).toContain('connected');
});
