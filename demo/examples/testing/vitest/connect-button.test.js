// @vitest-environment happy-dom
import { fakeConnect } from 'tax-connect/testing/fake';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountConnectButton } from './connect-button.js';

vi.mock('tax-connect', async () => {
  const fake = await import('tax-connect/testing/fake');
  return fake.fakeConnect.module;
});

let button;
let status;

beforeEach(() => {
  mountConnectButton(document.body);
  button = document.querySelector('button');
  status = document.querySelector('[role=status]');
});

afterEach(() => {
  fakeConnect.reset();
  vi.unstubAllGlobals();
});

test('says that the account is connected, once the backend has its code', async () => {
  const fetch = vi.fn(async () => new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', fetch);

  button.click();
  await fakeConnect.last.succeed('the_code');
  await vi.waitFor(() => expect(status.textContent).toBe('Connected.'));

  expect(String(fetch.mock.calls[0][0])).toMatch(/\/callback\?code=the_code$/);
});

test('says why it is not', async () => {
  button.click();
  fakeConnect.last.fail('popup_blocked');

  await vi.waitFor(() => expect(status.textContent).toBe('Not connected: popup_blocked.'));
});

test('says nothing to a user who closes the modal, and lets them try again', async () => {
  button.click();
  expect(button.disabled).toBe(true);
  fakeConnect.last.close();

  await vi.waitFor(() => expect(button.disabled).toBe(false));
  expect(status.textContent).toBe('');
});
