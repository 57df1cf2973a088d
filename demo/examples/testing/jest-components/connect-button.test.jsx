import { act, render, screen } from '@testing-library/react';
import { fakeConnect } from 'tax-connect/testing/fake';
import { ConnectButton } from './connect-button.jsx';

// Jest moves this line before the imports.
jest.mock('tax-connect', () => require('tax-connect/testing/fake').fakeConnect.module);

afterEach(() => fakeConnect.reset());

function press() {
  render(<ConnectButton />);
  act(() => screen.getByRole('button').click());
}

test('sends the code to the callback', async () => {
  global.fetch = jest.fn(async () => ({ ok: true, status: 204, headers: new Headers() }));
  press();
  await act(() => fakeConnect.last.succeed('code_1'));

  expect(screen.getByRole('status').textContent).toBe('Connected');
  expect(String(fetch.mock.calls[0][0])).toContain('/callback?code=code_1');
});

test('says that access was denied', async () => {
  press();
  await act(() => fakeConnect.last.deny());

  expect(screen.getByRole('status').textContent).toBe('Not connected: denied');
});
