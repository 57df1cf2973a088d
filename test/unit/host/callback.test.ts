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
