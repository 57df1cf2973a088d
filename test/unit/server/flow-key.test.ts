import { createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import {
  clientSecret,
  createReturn,
  createTestCallback,
  redirectUri,
  startFlow,
} from './support.ts';

const urls = { successUrl: '/done', failureUrl: '/' };
const cookieKey = 'key-4f0be1c7a9d2485fb6e3708d1c25a94b';

/** True if one callback accepts a cookie of the other. */
async function isTaken(issuer: Partial<CallbackOptions>, taker: Partial<CallbackOptions>) {
  const flow = await startFlow(createTestCallback({ ...urls, ...issuer }).callback);
  const response = await createTestCallback({ ...urls, ...taker }).callback(createReturn(flow));
  return response.headers.get('location') === '/done';
}

describe('the key of the flow cookie', () => {
  it('is derived for this use only, and is not the client secret', async () => {
    const { cookie } = await startFlow(createTestCallback().callback);
    const [id = '', expiresAt = '', signature = ''] = (cookie.split('=')[1] ?? '').split('.');
    const sign = (key: string | Buffer, parts: readonly string[]) =>
      createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
    const parts = ['app_test', redirectUri, 'cookie', id, expiresAt, ''];
    const label = 'tax-connect flow cookie 2';
    const derived = Buffer.from(hkdfSync('sha256', clientSecret, '', label, 32));

    const oracles = [parts, ['tax-connect flow 1', 'app_test', redirectUri, id, expiresAt, '']].map(
      (each) => sign(clientSecret, each),
    );

    expect(oracles).not.toContain(signature);
    expect(signature).toBe(sign(derived, parts));
  });

  it('is cookieKey if it is set, for every client secret', async () => {
    const rotated = { clientSecret: 'another-secret' };

    expect(await isTaken({ cookieKey }, { cookieKey, ...rotated })).toBe(true);
    expect(await isTaken({}, {})).toBe(true);
    expect(await isTaken({}, rotated)).toBe(false);
    expect(await isTaken({ cookieKey }, {})).toBe(false);
    expect(await isTaken({ cookieKey }, { cookieKey: `${cookieKey}x` })).toBe(false);
  });

  it('signs the application and its address, too', async () => {
    expect(await isTaken({ clientId: 'app_other' }, {})).toBe(false);
    expect(await isTaken({ redirectUri: 'http://localhost:4401/other' }, {})).toBe(false);
  });
});
