import { expect, it } from 'vitest';
import { findDocs } from '../../../src/sdk/host/session/failures.ts';
import { ConnectError } from '../../../src/sdk/protocol/errors.ts';
import { isLoopback } from '../../../src/sdk/protocol/loopback.ts';
import { defaultConnectUrl, docsUrl } from '../../../src/sdk/protocol/service-addresses.ts';

it('an error has a name, a code, a docsUrl and a cause', () => {
  const cause = new Error('underneath');
  const error = new ConnectError('offline', 'There is no network.', { cause });
  expect(error).toMatchObject({
    name: 'ConnectError',
    code: 'offline',
    message: 'There is no network.',
    retryable: false,
    docsUrl: `${docsUrl}#offline`,
    cause,
  });
});

it('an error links to the documentation of the service that the page uses', () => {
  for (const connectUrl of [
    'https://connect.example/tax/connect',
    new URL('https://connect.example/tax/connect?client_id=app'),
  ]) {
    const { docsUrl: link } = new ConnectError('offline', '', { docs: findDocs(connectUrl) });
    expect(link).toBe('https://connect.example/tax/docs/errors#offline');
  }
});

it('the two addresses of the service come from the build', () => {
  expect(new URL(defaultConnectUrl).href).toBe(defaultConnectUrl);
  expect(docsUrl).toMatch(/^node_modules\/tax-connect\/\S+\.md$/);
});

it.each(['localhost', 'app.localhost', '127.0.0.1', '127.12.255.1', '[::1]'])(
  '%s is this machine',
  (name) => expect(isLoopback(name)).toBe(true),
);

it.each([
  'notlocalhost',
  'localhost.evil.example',
  'x127.0.0.1',
  '127.0.0.1.evil.example',
  '[::12]',
])('%s is another machine', (name) => expect(isLoopback(name)).toBe(false));
