// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

let pinned: typeof import('../../../src/sdk/bindings/element/pinned.ts');

beforeEach(async () => {
  vi.stubGlobal('location', new URL('https://app.example/settings'));
  vi.resetModules();
  pinned = await import('../../../src/sdk/bindings/element/pinned.ts');
});

describe('the callback of the element', () => {
  it.each(['https://evil.example/', '//evil.example/callback', 'http://localhost:1/'])(
    'is not at %s where only an attribute says so',
    (callback) => {
      pinned.pin({ clientId: 'my_app' });
      expect(() => pinned.checkCallback(callback)).toThrow('must be on https://app.example');
      expect(() => pinned.checkCallback('/callback')).not.toThrow();
    },
  );

  it('may be on another origin where the page has pinned it', () => {
    pinned.pin({ callback: 'https://api.example/callback' });
    expect(() => pinned.checkCallback('https://api.example/callback')).not.toThrow();
    expect(() => pinned.pin({ callback: 'http://api.example/' })).toThrow('https');
  });
});

it('a callback that markup has changed while Connect was open gets no code', async () => {
  const { createValues } = await import('../../../src/sdk/bindings/element/element-values.ts');
  const send = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  const element = document.createElement('div');
  element.setAttribute('callback', '/callback');
  const { onSuccess } = createValues(element).readOptions();
  element.setAttribute('callback', 'https://evil.example/callback');
  expect(() => onSuccess({ code: 'c0de' })).toThrow('callback must be on https://app.example');
  expect(send).not.toHaveBeenCalled();
  element.setAttribute('callback', '/other');
  await onSuccess({ code: 'c0de' });
  expect(send.mock.calls[0]?.[0]).toBe('https://app.example/other?code=c0de');
});

it('values that the element was registered with cannot be pinned again with others', () => {
  const connectUrl = new URL('https://connect.example/connect');
  pinned.pin({ clientId: 'my_app', connectUrl });
  const read = pinned.createReader(document.createElement('div'), new Map());
  expect(read('connect-url')).toBe(connectUrl.href);
  expect(() => pinned.pin({ clientId: 'my_app' })).not.toThrow();
  expect(() => pinned.pin({ clientId: 'other' })).toThrow('registered, with another');
  expect(() => pinned.pin({ clientId: '' })).toThrow('clientId must not be empty');
  expect(() => pinned.pin({ callbck: '/x' } as object)).toThrow(
    'only clientId, connectUrl, callback',
  );
});

it('values cannot be pinned after another copy of this file has registered an element', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('customElements', { get: (name: string) => name === 'tax-connect-selector' });
  expect(() => pinned.pin({ clientId: 'my_app' })).toThrow('registered, with another');
});

it('a session that was set before the element was registered can be replaced', () => {
  const element = Object.assign(document.createElement('div'), { session: 'first' });
  expect([...pinned.takePageOnlyValues(element)]).toEqual([['session', 'first']]);
  // An own property would hide the setter of the class.
  expect(Object.hasOwn(element, 'session')).toBe(false);
});

it('the button of the element makes way for one of the page, however deep and late it comes', async () => {
  const { createInnerButton } = await import('../../../src/sdk/bindings/element/inner-button.ts');
  const element = document.createElement('div');
  const show = createInnerButton(element);
  const countOwn = () => element.shadowRoot?.querySelectorAll('button').length;
  const box = document.createElement('p');
  element.append(box);
  // The second time, the element has left the document and has come back.
  for (const _ of ['once', 'again']) {
    const stop = show();
    expect(countOwn()).toBe(1);
    box.append(document.createElement('button'));
    await vi.waitFor(() => expect(countOwn()).toBe(0));
    box.replaceChildren();
    await vi.waitFor(() => expect(countOwn()).toBe(1));
    stop();
  }
});
