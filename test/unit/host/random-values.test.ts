import { expect, it } from 'vitest';
import { createId, createToken } from '../../../src/sdk/host/open/create-id.ts';

it('a token is 43 characters of base64url, each of which occurs equally often', () => {
  const tokens = Array.from({ length: 2000 }, () => createToken());
  expect(new Set(tokens).size).toBe(2000);
  const counts = new Map<string, number>();
  for (const token of tokens) {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    for (const character of token) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(64);
  // The mean is 1344, and the standard deviation 36.
  for (const count of counts.values()) expect(Math.abs(count - 1344)).toBeLessThan(400);
});

it('an ID is 16 characters that are told apart when they are read aloud', () => {
  const ids = Array.from({ length: 200 }, () => createId());
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(200);
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
});
