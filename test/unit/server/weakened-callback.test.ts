import { describe, expect, it } from 'vitest';
import type * as callbackModule from '../../../src/sdk/server/create-callback.ts';
import { loadWeakened } from '../../support/weakened-build.ts';
import { answerTokens, createForward, createService, createTestCallback } from './support.ts';

/* Attacks that `embedded-callback.test.ts` shows refused. They have to work on a callback without the defence. */

describe('a callback without a defence', () => {
  const file = 'sdk/server/embedded-callback.ts';

  it.each([
    {
      name: 'the state',
      weakness: {
        file,
        check: "!(await isSameText(state, tokens.state ?? ''))",
        replacement: 'false',
      },
      headers: {},
      state: 'of-mallory',
    },
    {
      name: 'the origin of the request',
      weakness: { file, check: 'assertSameOrigin(request, options.redirectUri);', replacement: '' },
      headers: { 'sec-fetch-site': 'cross-site' },
      state: 'of-alice',
    },
  ])(
    'connects a foreign code when it does not check $name',
    async ({ weakness, headers, state }) => {
      const { createCallback } = await loadWeakened<typeof callbackModule>(
        'sdk/server/create-callback.ts',
        [weakness],
      );
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
    },
  );
});
