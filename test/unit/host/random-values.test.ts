import { afterEach, expect, it, vi } from 'vitest';
import { createId } from '../../../src/sdk/host/create-id.ts';
import { createToken } from '../../../src/sdk/host/random-token.ts';

afterEach(() => vi.restoreAllMocks());

it('a token is 32 random bytes as base64url without padding', () => {
  const bytes: Uint8Array[] = [];
  const original = crypto.getRandomValues.bind(crypto);
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const filled = original(array);
    bytes.push(new Uint8Array((filled as Uint8Array).slice()));
    return filled;
  });
  const tokens = Array.from({ length: 200 }, () => createToken());
  expect(new Set(tokens).size).toBe(200);
  for (const [index, token] of tokens.entries()) {
    expect(Buffer.from(token, 'base64url')).toEqual(Buffer.from(bytes[index] ?? []));
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  }
});

it('an ID is 64 random bits in digits', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce((array) => {
    (array as Uint32Array).set([7, 4_294_967_295]);
    return array;
  });
  expect(createId()).toBe('74294967295');
  expect(new Set(Array.from({ length: 200 }, createId)).size).toBe(200);
});
