import { expect, it } from 'vitest';
import { open, preload, redirect, redirectUrl } from '../../../src/sdk/index.ts';

const options = { clientId: 'app', onSuccess() {} };
const redirectUri = 'https://shop.example/callback';

it.each([
  ['open', () => open(options)],
  ['preload', () => preload(options)],
  ['redirect', () => redirect({ clientId: 'app', redirectUri })],
])('%s on a server says that it needs a browser', (_, call) => {
  expect(call).toThrow(
    expect.objectContaining({
      code: 'unsupported_browser',
      message: 'TaxConnect: browser only.',
    }),
  );
});

it('redirectUrl works on a server', () => {
  expect(redirectUrl({ clientId: 'app', redirectUri }).searchParams.get('client_id')).toBe('app');
});
