import { expect, it } from 'vitest';
import { open, preload, redirectUrl } from '../../../src/sdk/index.ts';

const options = { clientId: 'app', onSuccess() {} };

it.each([
  ['open', () => open(options)],
  ['preload', () => preload(options)],
])('%s on a server says that it needs a browser', (_, call) => {
  expect(call).toThrow(
    expect.objectContaining({
      code: 'unsupported_browser',
      message: 'TaxConnect: browser only.',
    }),
  );
});

it('redirectUrl works on a server', () => {
  const redirectUri = 'https://shop.example/callback';
  expect(redirectUrl({ clientId: 'app', redirectUri }).searchParams.get('client_id')).toBe('app');
});
