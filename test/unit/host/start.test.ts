// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSession } from '../../../src/sdk/host/open/load-session.ts';
import { preload } from '../../../src/sdk/host/open/preload.ts';
import { mountSelector } from '../../../src/sdk/host/selector/mount-selector.ts';
import type { SessionContext } from '../../../src/sdk/host/session/session-context.ts';
import { findDialog, openSession, prepareHost, restoreBrowser, settle } from './whole-host.ts';

vi.mock('../../../src/sdk/host/open/load-session.ts', async (importOriginal) => {
  const original =
    await importOriginal<typeof import('../../../src/sdk/host/open/load-session.ts')>();
  return { loadSession: vi.fn(original.loadSession) };
});

const restorations: (() => void)[] = [];

/** Removes a property that a DOM may lack, until the browser is restored. */
function remove(object: object, name: string): void {
  let owner = object;
  while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  const descriptor = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  Reflect.deleteProperty(owner, name);
  restorations.push(() => Object.defineProperty(owner, name, descriptor));
}

function restore(): void {
  restoreBrowser();
  for (const undo of restorations.splice(0)) undo();
}

beforeEach(prepareHost);
afterEach(restore);

function expectUntouchedPage(): void {
  expect(document.querySelectorAll('iframe')).toHaveLength(0);
  expect(document.adoptedStyleSheets ?? []).toHaveLength(0);
}

/** Opens and closes as in a browser; the control for every failure. */
async function expectToOpenAndClose(): Promise<void> {
  const { session, exits } = openSession();
  await settle(100);
  expect(findDialog()?.open).toBe(true);
  session.close();
  expect(await session.finished).toEqual({ status: 'exited', reason: 'closed', error: null });
  expect(exits).toEqual([{ reason: 'closed', error: null, step: 'loading' }]);
  expectUntouchedPage();
}

/** A session ends with the error, once, and the next call opens another one. */
async function expectFailure(code: string): Promise<void> {
  const { session, events, exits } = openSession();
  await settle(100);
  const error = expect.objectContaining({ name: 'ConnectError', code });
  expect(await session.finished).toEqual({ status: 'exited', reason: 'error', error });
  expect(exits).toEqual([{ reason: 'error', error, step: 'loading' }]);
  expect(events.filter((event) => event.startsWith('failed'))).toEqual([`failed ${code}`]);
  expectUntouchedPage();

  restore();
  await prepareHost();
  await expectToOpenAndClose();
}

describe('in a DOM without layout, as in component tests', () => {
  it('opens and closes without matchMedia, in the light theme', async () => {
    vi.stubGlobal('matchMedia', undefined);
    const { session } = openSession();
    await settle(100);
    expect(findDialog()?.dataset.theme).toBe('light');
    session.close();
    await expectToOpenAndClose();
  });

  it('ends in unsupported_browser in jsdom', async () => {
    for (const name of ['matchMedia', 'reportError', 'CSS']) vi.stubGlobal(name, undefined);
    remove(document, 'adoptedStyleSheets');
    await expectFailure('unsupported_browser');
  });
});

const refuse = () => {
  throw new TypeError('not here');
};

const spoilt: Readonly<Record<string, Record<string, () => unknown>>> = {
  load_timeout: {
    'the bundler’s import() throws': () => vi.mocked(loadSession).mockImplementationOnce(refuse),
    'the document refuses a frame': () =>
      vi.spyOn(HTMLDocument.prototype, 'createElement').mockImplementation(refuse),
    'the document cannot be observed': () => vi.stubGlobal('MutationObserver', refuse),
  },
  unsupported_browser: {
    'the browser has no modal dialogs': () => remove(HTMLDialogElement.prototype, 'showModal'),
    'the modal cannot be styled': () =>
      vi.spyOn(CSSStyleSheet.prototype, 'replaceSync').mockImplementation(refuse),
    'the modal cannot be drawn': () =>
      vi.spyOn(Element.prototype, 'setAttribute').mockImplementation((name) => {
        if (name.startsWith('aria-')) refuse();
      }),
    'the dialog cannot be shown': () =>
      vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(refuse),
  },
};

describe.each(Object.entries(spoilt))('a session ends in %s, and the next can open', (...row) => {
  const [code, causes] = row;
  it.each(Object.entries(causes))('when %s', async (_, spoil) => {
    spoil();
    await expectFailure(code);
  });
});

describe('the modal’s code cannot be loaded', () => {
  const cause = new TypeError('blocked');
  beforeEach(() => void vi.mocked(loadSession).mockRejectedValueOnce(cause));

  it('which is reported with its cause', async () => {
    const { finished } = openSession().session;
    const error = expect.objectContaining({
      code: 'load_timeout',
      message: 'Connect did not start.',
      retryable: true,
      cause,
    });
    expect(await finished).toEqual({ status: 'exited', reason: 'error', error });
    expectUntouchedPage();
  });

  it('which removes a preloaded frame', async () => {
    const release = preload({ clientId: 'app' });
    await settle();
    expectUntouchedPage();
    release();
  });

  it('which a selector in the page reports, too; it can then be unmounted', async () => {
    const onEvent = vi.fn();
    const options = { clientId: 'app', onSuccess() {}, onEvent };
    const selector = mountSelector(document.createElement('div'), options);
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalledOnce());

    const error = expect.objectContaining({ code: 'load_timeout', retryable: true, cause });
    expect(onEvent).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'failed', error, sessionId: '' }),
    );
    selector.unmount();
  });
});

it('an error in the clean-up still ends the session', async () => {
  const start = vi.fn();
  const createSession = ({ settle: end }: SessionContext) => ({
    start,
    close: () => end({ status: 'exited', reason: 'closed', error: null }, 'login'),
    dispose() {
      throw new Error('in the clean-up');
    },
  });
  vi.mocked(loadSession).mockResolvedValueOnce({ createSession } as never);
  const { session } = openSession();
  await settle();
  expect(start).toHaveBeenCalled();
  session.close();
  expect(await session.finished).toMatchObject({ status: 'exited' });
  expect(() => vi.runAllTimers()).toThrow('in the clean-up');
});
