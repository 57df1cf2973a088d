import { describe, expect, it } from 'vitest';
import { answerTokens, createForward, createService, createTestCallback } from './support.ts';

/* Attacks that `embedded-callback.test.ts` shows refused. They have to work on a callback without the defence. */

describe('a callback without a defence', () => {
  it.each([
    { name: 'the state', weak: { getState: undefined }, headers: {}, state: 'of-mallory' },
    {
      name: 'the origin, which the request could claim',
      weak: {},
      headers: { 'sec-fetch-site': 'cross-site' },
      claimed: { 'sec-fetch-site': 'same-origin' },
      state: 'of-alice',
    },
  ])(
    'connects a foreign code when it does not check $name',
    { tags: ['undefended-27'] },
    async (attack) => {
      const { weak, headers, claimed = headers, state } = attack;
      const options = {
        fetch: createService(() => answerTokens({ state })),
        getState: () => 'of-alice',
      };
      const real = createTestCallback(options);
      const weakened = createTestCallback({ ...options, ...weak });

      const responses = [
        await real.callback(createForward(headers)),
        await weakened.callback(createForward(claimed)),
      ];

      expect(responses.map(({ status }) => status)).toEqual([403, 204]);
      expect([real.connected.length, weakened.connected.length]).toEqual([0, 1]);
    },
  );
});
