// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSession } from '../../../src/sdk/host/open/load-session.ts';
import { open } from '../../../src/sdk/host/open/open.ts';
import { preload } from '../../../src/sdk/host/open/preload.ts';
import { mountSelector } from '../../../src/sdk/host/selector/mount-selector.ts';
import type { SessionContext } from '../../../src/sdk/host/session/session-context.ts';
import type { ConnectExit, ConnectSession, OpenOptions } from '../../../src/sdk/index.ts';
import { keepFramesEmpty } from '../empty-frames.ts';

vi.mock('../../../src/sdk/host/open/load-session.ts', async (importOriginal) => {
  const original =
    await importOriginal<typeof import('../../../src/sdk/host/open/load-session.ts')>();
  return { loadSession: vi.fn(original.loadSession) };
});

const exits: ConnectExit[] = [];
const failures: string[] = [];
const opened: ConnectSession[] = [];

function openSession(options: Partial<OpenOptions> = {}): ConnectSession {
  const session = open({
    clientId: 'app',
    onSuccess() {},
    onExit: (exit) => exits.push(exit),
    onEvent(event) {
      if (event.name === 'failed') failures.push(event.error.code);
    },
    ...options,
  });
  opened.push(session);
  return session;
}

const findDialog = () =>
  document.querySelector('iframe')?.parentElement?.shadowRoot?.querySelector('dialog');

/** Opens and closes as in a browser; the control for every failure. */
async function expectToOpenAndClose(): Promise<void> {
  exits.length = 0;
  const session = openSession();
  await vi.waitFor(() => expect(findDialog()?.open).toBe(true));
  session.close();
  expect(await session.finished).toEqual({ status: 'exited', reason: 'closed', error: null });
  expect(exits).toEqual([{ reason: 'closed', error: null, step: 'loading' }]);
  expectUntouchedPage();
}

function expectUntouchedPage(): void {
  expect(document.querySelectorAll('iframe')).toHaveLength(0);
  expect(document.adoptedStyleSheets ?? []).toHaveLength(0);
}

/** The session ends with the error, once, and the next call opens a new session. */
async function expectFailure(session: ConnectSession, code: string): Promise<void> {
  const error = expect.objectContaining({ name: 'ConnectError', code });
  expect(await session.finished).toEqual({ status: 'exited', reason: 'error', error });
  expect(exits).toEqual([{ reason: 'error', error, step: 'loading' }]);
  expect(failures).toEqual([code]);
  expectUntouchedPage();
}

/** Removes a property that a DOM may lack, until the test is over. */
function remove(object: object, name: string): void {
  let owner = object;
  while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  const descriptor = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  Reflect.deleteProperty(owner, name);
  restorations.push(() => Object.defineProperty(owner, name, descriptor));
}

const restorations: (() => void)[] = [];

beforeAll(async () => {
  // Loaded once, so that no test waits for it.
  await loadSession();
});

beforeEach(keepFramesEmpty);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const restore of restorations.splice(0)) restore();
  for (const session of opened.splice(0)) session.close();
  exits.length = 0;
  failures.length = 0;
});

describe('in a DOM without layout, as in component tests', () => {
  it('opens and closes without matchMedia, in the light theme', async () => {
    vi.stubGlobal('matchMedia', undefined);
    const session = openSession();
    await vi.waitFor(() => expect(findDialog()?.dataset.theme).toBe('light'));
    session.close();
    await expectToOpenAndClose();
  });

  it('ends in unsupported_browser in jsdom, even when the host’s callback throws', async () => {
    for (const name of ['matchMedia', 'reportError', 'CSS']) vi.stubGlobal(name, undefined);
    remove(document, 'adoptedStyleSheets');
    await expectFailure(openSession(), 'unsupported_browser');
    for (const restore of restorations.splice(0)) restore();
    await expectToOpenAndClose();
  });
});

describe('a session that cannot start', () => {
  const refuse = () => {
    throw new TypeError('not here');
  };

  const spoilers: Readonly<Record<string, readonly [code: string, spoil: () => unknown]>> = {
    'the bundler’s import() throws': [
      'load_timeout',
      () => vi.mocked(loadSession).mockImplementation(refuse),
    ],
    'the document refuses a frame': [
      'load_timeout',
      () => vi.spyOn(HTMLDocument.prototype, 'createElement').mockImplementation(refuse),
    ],
    'the document cannot be observed': [
      'load_timeout',
      () => vi.stubGlobal('MutationObserver', refuse),
    ],
    'the browser has no modal dialogs': [
      'unsupported_browser',
      () => remove(HTMLDialogElement.prototype, 'showModal'),
    ],
    'the modal cannot be styled': [
      'unsupported_browser',
      () => vi.spyOn(CSSStyleSheet.prototype, 'replaceSync').mockImplementation(refuse),
    ],
    'the modal cannot be drawn': [
      'unsupported_browser',
      () =>
        vi.spyOn(Element.prototype, 'setAttribute').mockImplementation((name) => {
          if (name.startsWith('aria-')) refuse();
        }),
    ],
    'the dialog cannot be shown': [
      'unsupported_browser',
      () => vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(refuse),
    ],
  };

  it.each(Object.entries(spoilers))(
    'because %s ends, and the next one can open',
    async (...row) => {
      const [, [code, spoil]] = row;
      const original = vi.mocked(loadSession).getMockImplementation();
      spoil();
      await expectFailure(openSession(), code);
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
      for (const restore of restorations.splice(0)) restore();
      if (original) vi.mocked(loadSession).mockImplementation(original);
      keepFramesEmpty();
      await expectToOpenAndClose();
    },
  );
});

describe('the modal’s code cannot be loaded', () => {
  const cause = new TypeError('blocked');
  beforeEach(() => void vi.mocked(loadSession).mockRejectedValueOnce(cause));

  it('which is reported with its cause', async () => {
    const { finished } = openSession();
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
    await vi.waitFor(expectUntouchedPage);
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
  vi.useFakeTimers();
  const start = vi.fn();
  const createSession = ({ settle }: SessionContext) => ({
    start,
    close: () => settle({ status: 'exited', reason: 'closed', error: null }, 'login'),
    dispose() {
      throw new Error('in the clean-up');
    },
  });
  vi.mocked(loadSession).mockResolvedValueOnce({ createSession } as never);
  const session = openSession();
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
  session.close();
  expect(await session.finished).toMatchObject({ status: 'exited' });
  expect(() => vi.runAllTimers()).toThrow('in the clean-up');
  vi.useRealTimers();
});
