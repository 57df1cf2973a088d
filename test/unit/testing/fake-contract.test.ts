// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ConnectSession, type OpenOptions, open as openReal } from '../../../src/sdk/index.ts';
import { fakeConnect } from '../../../src/sdk/testing-fake.ts';
import { ready } from '../host/fixtures.ts';
import {
  blockPopups,
  getFramePage,
  nameEvent,
  openSession,
  prepareHost,
  press,
  restoreBrowser,
  settle,
} from '../host/whole-host.ts';
import { drawAtOnce } from '../ui/fixtures.ts';

/* One table of cases runs on the fake and on the real module. The application must not see a difference. */

drawAtOnce();
beforeEach(prepareHost);
afterEach(() => {
  fakeConnect.reset();
  restoreBrowser();
});

/** The person in Connect, and the application. */
interface Bench {
  open(options: OpenOptions): Promise<ConnectSession>;
  /** Opens while a session is open. */
  openAgain(): void;
  logIn(): void;
  allow(): void;
  deny(): void;
  /** Connect fails, and the person closes it. */
  fail(): void;
  /** After a failure. */
  tryAgain(): void;
}

const connectUrl = 'https://connect.example/connect';
const again = { clientId: 'app', onSuccess: () => {} };

/** @returns options, and everything that their callbacks are told */
function record(more: Partial<OpenOptions> = {}) {
  const log: string[] = [];
  const options: OpenOptions = {
    ...again,
    connectUrl,
    onExit: ({ reason, error, step }) => log.push(`onExit ${reason} ${error?.code} at ${step}`),
    onEvent: (event) => log.push(nameEvent(event)),
    ...more,
  };
  return { log, options };
}

const benches: Readonly<Record<'fake' | 'real', () => Bench>> = {
  fake: () => ({
    async open(options) {
      const session = fakeConnect.module.open(options);
      await settle();
      return session;
    },
    openAgain: () => void fakeConnect.module.open(again),
    logIn: () => fakeConnect.last.step('login'),
    allow: () => void fakeConnect.last.succeed('code'),
    deny: () => fakeConnect.last.deny(),
    fail: () => fakeConnect.last.fail('server_error'),
    // The next thing that the person does implies it.
    tryAgain: () => {},
  }),
  real: () => {
    let session: ConnectSession;
    const greet = () => {
      getFramePage().sayHello();
      getFramePage().say(ready);
    };
    return {
      async open(options) {
        session = openSession(options).session;
        await settle();
        greet();
        return session;
      },
      openAgain: () => void openSession(again),
      logIn: () => getFramePage().say({ type: 'step', step: 'login' }),
      allow: () => getFramePage().say(getFramePage().createCode()),
      deny: () => getFramePage().say({ type: 'exit', reason: 'denied' }),
      fail() {
        getFramePage().say({ type: 'error', code: 'server_error', message: '', retryable: true });
        session.close();
      },
      tryAgain() {
        press('Try again');
        greet();
      },
    };
  },
};

/** The functions that a case uses. */
interface Course extends Omit<Bench, 'open'> {
  close(): void;
  abort(): void;
  /** `onSuccess` with this number ends; the first one is 0. */
  resolve(index?: number, value?: unknown): void;
  reject(index?: number): void;
  /** `onSuccess` takes longer than the session waits for it. */
  wait(): Promise<void>;
  /** During the event, the application closes the session. */
  closeAt(event: string): void;
}

type Act = Exclude<keyof Course, 'closeAt'> | ((course: Course) => void);

const cases: Readonly<Record<string, readonly Act[]>> = {
  connects: ['logIn', 'allow', 'resolve'],
  denies: ['logIn', 'deny'],
  'closes at once': ['close'],
  fails: ['fail'],
  'is aborted': ['logIn', 'abort'],
  'closes while onSuccess is pending, which resolves': ['allow', 'close', 'resolve'],
  'closes while onSuccess is pending, which rejects': ['allow', 'close', 'reject'],
  'is aborted while onSuccess is pending, which resolves': ['allow', 'abort', 'resolve'],
  'is aborted while onSuccess is pending, which rejects': ['allow', 'abort', 'reject'],
  'is opened again while it is hidden, and onSuccess rejects': [
    ...(['allow', 'close', 'openAgain', 'reject', 'close'] as const),
  ],
  'closes after onSuccess has rejected': ['allow', 'reject', 'close'],
  'is aborted after onSuccess has rejected': ['allow', 'reject', 'abort'],
  'connects at the second try': [
    ...(['allow', 'reject', 'tryAgain', 'allow'] as const),
    ({ resolve }) => resolve(1),
  ],
  'denies at the second try': ['allow', 'reject', 'tryAgain', 'deny'],
  'has an onSuccess that returns a function': [
    'allow',
    ({ resolve }) => resolve(0, () => {}),
    'close',
  ],
  'waits 15 s for onSuccess, and closes': ['allow', 'wait', 'close', 'resolve'],
  'is connected by an onSuccess that is late': ['allow', 'wait', 'resolve'],
  'closes while the success is shown': ['allow', 'resolve', 'close'],
  'is aborted while the success is shown': ['allow', 'resolve', 'abort'],
  'is closed in the event of a step': [({ closeAt }) => closeAt('step_changed login'), 'logIn'],
  'is closed in the event of the code': [
    ({ closeAt }) => closeAt('code_received'),
    ...(['allow', 'resolve'] as const),
  ],
  'is closed in the event of a failure': [
    ({ closeAt }) => closeAt('failed callback_failed'),
    ...(['allow', 'reject'] as const),
  ],
};

/** @returns everything that the application sees: events, calls of its callbacks and the outcome */
async function run(bench: Bench, acts: readonly Act[]): Promise<readonly string[]> {
  const pending: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
  const controller = new AbortController();
  let closing = '';
  const { log, options } = record({
    signal: controller.signal,
    onSuccess() {
      log.push('onSuccess');
      return new Promise((resolve, reject) => void pending.push({ resolve, reject })) as never;
    },
    onEvent(event) {
      log.push(nameEvent(event));
      if (nameEvent(event) === closing) session.close();
    },
  });
  const session = await bench.open(options);
  void session.finished.then((outcome) => log.push(`finished ${JSON.stringify(outcome)}`));
  const course: Course = {
    ...bench,
    close: () => session.close(),
    abort: () => controller.abort(),
    wait: () => settle(15_300),
    resolve: (index = 0, value) => pending[index]?.resolve(value),
    reject: (index = 0) => pending[index]?.reject(new Error('no backend')),
    closeAt: (event) => {
      closing = event;
    },
  };
  for (const act of acts) {
    await (typeof act === 'string' ? course[act]() : act(course));
    await settle(100);
  }
  // The real module shows the success for a moment.
  await settle(2000);
  return log.map((line) => line.replace(/"message":"[^"]*",?/, ''));
}

it.each(Object.entries(cases))(
  'the fake is like the real module when a session %s',
  async (_, acts) => {
    const real = await run(benches.real(), acts);
    expect(real.at(-1)).toMatch(/^finished/);
    expect(await run(benches.fake(), acts)).toEqual(real);
  },
);

it('ends inside open when the signal has aborted, as the real module does', async () => {
  const look = async (open: (options: OpenOptions) => ConnectSession) => {
    const { log, options } = record({ signal: AbortSignal.abort() });
    open(options);
    log.push('returned');
    await settle();
    return log;
  };
  const real = await look(openReal);
  expect(real).toEqual(['closed', 'onExit aborted undefined at loading', 'returned']);
  expect(await look(fakeConnect.module.open)).toEqual(real);
});

it('stays at the person’s step when the popup is blocked, as the real module does', async () => {
  const look = async (open: (options: OpenOptions) => ConnectSession, fail: () => void) => {
    const { log, options } = record({ display: 'popup' });
    const session = open(options);
    await settle(100);
    fail();
    session.close();
    // Only the page of the fake gets ready, because the browser has blocked the other one.
    return log.filter((name) => name !== 'ready');
  };
  blockPopups(() => true);
  const real = await look(openReal, () => {});
  blockPopups(() => false);
  expect(real.at(-1)).toBe('onExit error popup_blocked at loading');
  const { open } = fakeConnect.module;
  expect(await look(open, () => fakeConnect.last.fail('popup_blocked'))).toEqual(real);
});

it.each(['step', 'deny', 'notListed', 'fail', 'succeed'] as const)(
  'refuses %s while onSuccess is pending, because the page of Connect counts no more',
  async (name) => {
    fakeConnect.module.open({ clientId: 'app', onSuccess: () => new Promise<void>(() => {}) });
    void fakeConnect.last.succeed('code');
    const act = async () => await (fakeConnect.last[name] as (value: string) => unknown)('login');
    await expect(act()).rejects.toThrow('while onSuccess is pending');
  },
);

it('ends a session with a pending onSuccess at a reset, and forgets it', async () => {
  const onEvent = vi.fn();
  let resolve = () => {};
  const onSuccess = () => new Promise<void>((settleSuccess) => (resolve = settleSuccess));
  const session = fakeConnect.module.open({ clientId: 'app', onSuccess, onEvent });
  const succeeded = fakeConnect.last.succeed('code');
  fakeConnect.reset();
  expect(await session.finished).toMatchObject({ status: 'exited' });
  const { length } = onEvent.mock.calls;
  resolve();
  await succeeded;
  expect(onEvent.mock.calls).toHaveLength(length);
});
