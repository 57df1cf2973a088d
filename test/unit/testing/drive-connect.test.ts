import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DrivenPage, driveConnect } from '../../../src/sdk/testing/drive-connect.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Wait {
  readonly timeout?: number;
}

/** Playwright's error when a control does not appear. Its own time-out is 30 s. */
const waitInVain = ({ timeout = 30_000 }: Wait = {}) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`Timeout ${timeout}ms exceeded.`)), timeout);
  });

/** A page whose consent can be pressed. */
function createPage(button: {
  click: (options?: Wait) => Promise<void>;
  isVisible: () => Promise<boolean>;
}): DrivenPage {
  const none = { isVisible: async () => false, allInnerTexts: async () => [] };
  const allow = {
    ...button,
    hover: async () => {},
    getAttribute: (_: string, options?: Wait) => waitInVain(options),
  };
  const scope = {
    getByRole: (_: string, { name }: { name?: RegExp } = {}) => ({
      first: () => (name?.test('Allow') ? allow : none),
      ...none,
    }),
    getByLabel: () => ({ first: () => none }),
  };
  return createPageOf(scope);
}

function createPageOf(scope: object): DrivenPage {
  const page: object = {
    ...scope,
    frames: () => [scope],
    isClosed: () => false,
    mouse: { move: async () => {} },
    context: () => ({ pages: () => [page] }),
  };
  return page as DrivenPage;
}

it.each([
  ['two texts', ['user_good', 'pass_good']],
  ['no username', [{ password: 'pass_good' }]],
  ['a number as password', [{ username: 'user_good', password: 1 }]],
  ['nothing', []],
])('says at once how to pass credentials to logIn: %s', async (_, args) => {
  const page = createPage({ click: async () => {}, isVisible: async () => true });
  // A test in JavaScript can pass such values.
  const { logIn } = driveConnect(page) as unknown as {
    logIn(...given: unknown[]): Promise<void>;
  };

  await expect(logIn(...args)).rejects.toThrow(
    "logIn takes one object with texts, such as logIn({ username: 'user_good', password: 'pass_good' }).",
  );
});

it('takes a code whose field disappears before Enter as sent', async () => {
  const page = createPage({ click: async () => {}, isVisible: async () => false });
  const press = vi.fn((_key: string, options?: Wait) => waitInVain(options));
  const field = { fill: async () => {}, isVisible: async () => true, press };
  Object.assign(page.frames()[0] ?? {}, { getByLabel: () => ({ first: () => field }) });
  const entered = driveConnect(page).enterCode('123456');

  await vi.advanceTimersByTimeAsync(2000);

  await expect(entered).resolves.toBeUndefined();
  expect(press).toHaveBeenCalledOnce();
});

it('points at a selector in the page, which loads its list only then, before it picks', async () => {
  let isLoaded = false;
  const none = { first: () => none, isVisible: async () => false };
  const click = vi.fn(async () => {});
  const option = { first: () => option, isVisible: async () => isLoaded, click };
  const hover = async () => {
    isLoaded = true;
  };
  const selector = { first: () => selector, isVisible: async () => true, hover };
  const page = createPageOf({
    getByRole: (role: string) => (role === 'option' ? option : none),
    getByLabel: () => none,
    locator: () => selector,
  });

  await driveConnect(page).pick('Sandbox');

  expect(click).toHaveBeenCalledOnce();
});

/** The consent is there when it is found, and once more after the press. */
function disappearWhileLookedAt() {
  let looks = 0;
  return createPage({ click: async () => {}, isVisible: async () => ++looks <= 2 });
}

function disappearDuringPress() {
  let isThere = true;
  const click = (options?: Wait) => {
    isThere = false;
    return waitInVain(options);
  };
  return createPage({ click, isVisible: async () => isThere });
}

function stayInert() {
  const page = createPage({ click: async () => {}, isVisible: async () => true });
  const allow = page.getByRole('button', { name: /Allow/ }).first();
  Object.assign(allow, { getAttribute: async () => 'true' });
  return page;
}

it.each([
  ['disappears while it is looked at', disappearWhileLookedAt, 2000],
  ['disappears during the press', disappearDuringPress, 6000],
  ['stays inert', stayInert, 13_000],
] as const)('does not wait for ever for a consent that %s', async (_, create, ms) => {
  const allowed = vi.fn();
  void driveConnect(create()).allow().then(allowed);

  await vi.advanceTimersByTimeAsync(ms);

  expect(allowed).toHaveBeenCalledOnce();
});

it('says so when the consent stays after 12 s of presses', async () => {
  const click = vi.fn(async () => {});
  const page = createPage({ click, isVisible: async () => true });
  Object.assign(page.getByRole('button', { name: /Allow/ }).first(), {
    getAttribute: async () => null,
  });
  const refused = expect(driveConnect(page).allow()).rejects.toThrow(
    'driveConnect pressed Allow or Deny, and the consent stayed.',
  );

  await vi.advanceTimersByTimeAsync(13_000);

  await refused;
  expect(click.mock.calls.length).toBeGreaterThan(10);
});

it('names the missing screen before a test of Playwright ends after 30 s, also when each step is slow', async () => {
  const start = Date.now();
  const nothing = {
    first: () => nothing,
    isVisible: async () => false,
    allInnerTexts: async () => [],
  };
  const option = {
    isVisible: async () => Date.now() - start > 11_000,
    getAttribute: async () => 'option',
    click: () => new Promise((resolve) => setTimeout(resolve, 9000)),
    allInnerTexts: async () => [],
  };
  const scope = {
    getByRole: (role: string) => (role === 'option' ? { ...option, first: () => option } : nothing),
    getByLabel: () => nothing,
    locator: () => nothing,
  };
  const refused = expect(driveConnect(createPageOf(scope)).connect()).rejects.toThrow(
    /ms for the login, and saw/,
  );

  await vi.advanceTimersByTimeAsync(25_000);

  await refused;
});
