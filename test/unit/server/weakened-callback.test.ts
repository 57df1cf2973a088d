import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerTokens, createForward, createService, createTestCallback } from './support.ts';

/* Attacks that `embedded-callback.test.ts` shows refused. They have to work on a callback without the defence. */

const sameOrigin = '../../../src/sdk/server/same-origin.ts';
const sameText = '../../../src/sdk/server/same-text.ts';

afterEach(() => {
  vi.doUnmock(sameOrigin);
  vi.doUnmock(sameText);
  vi.resetModules();
});

describe('a callback without a defence', () => {
  it.each([
    {
      name: 'the state',
      weaken: () =>
        vi.doMock(sameText, async (load) => ({
          ...(await load<object>()),
          isSameText: async () => true,
        })),
      headers: {},
      state: 'of-mallory',
    },
    {
      name: 'the origin of the request',
      weaken: () => vi.doMock(sameOrigin, () => ({ assertSameOrigin() {} })),
      headers: { 'sec-fetch-site': 'cross-site' },
      state: 'of-alice',
    },
  ])('connects a foreign code when it does not check $name', async ({ weaken, headers, state }) => {
    vi.resetModules();
    weaken();
    const { createCallback } = await import('../../../src/sdk/server/create-callback.ts');
    const options = {
      fetch: createService(() => answerTokens({ state })),
      getState: () => 'of-alice',
    };
    const real = createTestCallback(options);
    const weak = createTestCallback(options, createCallback);

    const responses = [
      await real.callback(createForward(headers)),
      await weak.callback(createForward(headers)),
    ];

    expect(responses.map(({ status }) => status)).toEqual([403, 204]);
    expect([real.connected.length, weak.connected.length]).toEqual([0, 1]);
  });
});
