// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { type Bridge, createBridge } from '../../../src/sdk/page/create-bridge.ts';

const nonce = 'n'.repeat(43);
let bridge: Bridge | undefined;

function openBridge(): Bridge {
  Object.defineProperty(window, 'opener', { configurable: true, value: { postMessage() {} } });
  const handlers = { onSession() {}, onSelectProvider() {}, onBack() {}, onClose() {} };
  bridge = createBridge(handlers);
  return bridge;
}

afterEach(() => {
  bridge?.close();
  Reflect.deleteProperty(window, 'opener');
});

describe('sendCode', () => {
  it.each(['', 'two words', 'é', 'c'.repeat(513)])(
    'refuses %j, which hosts would refuse',
    (code) => {
      const { sendCode } = openBridge();
      expect(() => sendCode(code, nonce)).toThrow(
        expect.objectContaining({
          code: 'invalid_options',
          message: expect.stringContaining('ASCII'),
        }),
      );
    },
  );

  it('accepts a code of 512 visible characters', () => {
    const { sendCode } = openBridge();
    expect(() => sendCode('c'.repeat(512), nonce)).not.toThrow();
  });
});
