// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { loadSession } from '../../../src/sdk/host/open/load-session.ts';
import { open } from '../../../src/sdk/host/open/open.ts';
import { preload } from '../../../src/sdk/host/open/preload.ts';
import type * as sessionModule from '../../../src/sdk/host/session/session.ts';

vi.mock('../../../src/sdk/host/open/load-session.ts', () => ({ loadSession: vi.fn() }));

const createSession = vi.fn(() => ({ close() {} }));
const prepare = vi.fn();
const code = { createSession, prepare } as unknown as typeof sessionModule;

/** For each call of `loadSession`, in order, the function that ends its wait. */
let arrivals: ((module: typeof sessionModule) => void)[] = [];

vi.mocked(loadSession).mockImplementation(
  () => new Promise((resolve) => void arrivals.push(resolve)),
);

const options = { clientId: 'app' };

afterEach(() => {
  arrivals = [];
  vi.clearAllMocks();
});

/** Browsers end several imports of one module in any order: Chromium keeps them in an unordered set. */
async function arriveAt(call: number): Promise<void> {
  arrivals[call]?.(code);
  await vi.waitFor(() => {});
}

it('leaves a frame alone that was released before the code had loaded', async () => {
  preload(options)();
  await arriveAt(0);
  expect(prepare).not.toHaveBeenCalled();
});

it('waits while the document loads, unless open is called', async () => {
  const readyState = vi
    .spyOn(HTMLDocument.prototype, 'readyState', 'get')
    .mockReturnValue('loading');
  const countElements = () => document.documentElement.childElementCount;
  const before = countElements();
  const release = preload(options);
  expect(countElements()).toBe(before);
  const session = open({ ...options, onSuccess() {} });
  expect(countElements()).toBe(before + 1);
  window.dispatchEvent(new Event('load'));
  // happy-dom has no idle time; a timer replaces it.
  await new Promise((resolve) => setTimeout(resolve));
  expect(countElements()).toBe(before + 1);
  release();
  session.close();
  readyState.mockRestore();
});

it('leaves a frame alone whose session began first', async () => {
  preload(options);
  open({ ...options, onSuccess() {} });
  await arriveAt(1);
  expect(createSession).toHaveBeenCalledOnce();
  await arriveAt(0);
  expect(prepare).not.toHaveBeenCalled();
});
