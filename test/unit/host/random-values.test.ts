import { afterEach, expect, it, vi } from 'vitest';
import { createId } from '../../../src/sdk/host/open/create-id.ts';
import { createToken } from '../../../src/sdk/host/open/random-token.ts';

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

it('an ID is 16 characters that are told apart when they are read aloud', () => {
  const ids = Array.from({ length: 200 }, createId);
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(200);
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
});
