import { expect, it } from 'vitest';
import { isMessageFrom } from '../../../src/sdk/channel/origin.ts';

const source = {} as Window;
const origin = 'https://connect.example';
const event = { isTrusted: true, source, origin } as MessageEvent;

it('a message is from a window when source and origin are exactly these, and the browser sent it', () => {
  expect(isMessageFrom(event, source, origin)).toBe(true);
});

it.each([
  ['another window', { ...event, source: {} as Window }],
  ['another origin', { ...event, origin: `${origin}.evil.example` }],
  ['a script of the page', { ...event, isTrusted: false }],
])('a message from %s is not', (_, other) => {
  expect(isMessageFrom(other as MessageEvent, source, origin)).toBe(false);
});

it('a closed window does not match a message without a source', () => {
  expect(isMessageFrom({ ...event, source: null } as MessageEvent, null, origin)).toBe(false);
});
