// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { claimSession, closeWhenReplaced } from '../../../src/connect/page/succession.ts';

/** Every open channel. A message on one reaches the others with its name. */
let channels: FakeChannel[] = [];

interface FakeChannel {
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(data: unknown): void;
  close(): void;
}

function openChannel(name: string): FakeChannel {
  const channel: FakeChannel = {
    name,
    onmessage: null,
    postMessage(data) {
      for (const other of channels) {
        if (other !== channel && other.name === name) other.onmessage?.({ data });
      }
    },
    close() {
      channels = channels.filter((other) => other !== channel);
    },
  };
  channels.push(channel);
  return channel;
}

beforeEach(() => {
  channels = [];
  sessionStorage.clear();
  vi.stubGlobal(
    'BroadcastChannel',
    // A constructor, to be called with `new`.
    function BroadcastChannel(name: string) {
      return openChannel(name);
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

/** Reloads the window's page while another window is welcomed. */
function reloadWhile(welcomed: string) {
  // The earlier document is unloaded, and its channels are closed.
  channels = [];
  const close = vi.fn();
  closeWhenReplaced(close);
  claimSession(welcomed);
  return close;
}

it('closes a window of the same session only', () => {
  claimSession('one');
  expect(reloadWhile('other')).not.toHaveBeenCalled();
  sessionStorage.setItem('tax-connect-session', 'one');
  expect(reloadWhile('one')).toHaveBeenCalledOnce();
});

it('does not close a window without a session', () => {
  expect(reloadWhile('one')).not.toHaveBeenCalled();
});

it('closes only the window whose page returns after the other was welcomed', () => {
  claimSession('one');
  const close = vi.fn();
  closeWhenReplaced(close);
  expect(close).toHaveBeenCalledOnce();
  sessionStorage.setItem('tax-connect-session', 'other');
  closeWhenReplaced(close);
  expect(close).toHaveBeenCalledOnce();
});

it('does not close a window that its host has found again', () => {
  sessionStorage.setItem('tax-connect-session', 'one');
  const close = vi.fn();
  const stop = closeWhenReplaced(close);
  stop();
  claimSession('one');
  expect(close).not.toHaveBeenCalled();
});

it.each([null, undefined, 7, {}, ['one'], 'on', 'one ', 'one?'])('ignores %j', (data) => {
  sessionStorage.setItem('tax-connect-session', 'one');
  const close = vi.fn();
  closeWhenReplaced(close);
  const stranger = openChannel('tax-connect-session');
  stranger.postMessage(data);
  expect(close).not.toHaveBeenCalled();
  stranger.postMessage('one');
  expect(close).toHaveBeenCalledOnce();
});

it('leaves the window open if storage or channels are refused', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(() => claimSession('one')).not.toThrow();
  expect(() => closeWhenReplaced(vi.fn())).not.toThrow();
  vi.stubGlobal('sessionStorage', null);
  expect(() => claimSession('one')).not.toThrow();
  expect(() => closeWhenReplaced(vi.fn())).not.toThrow();
});
