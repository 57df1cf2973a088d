import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DrivenPage, driveConnect } from '../../../src/sdk/testing/drive-connect.ts';
import { matchName } from '../../../src/sdk/testing/names.ts';

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

const named = ['begin', 'username', 'password', 'oneTimeCode', 'allow', 'confirmWindow'] as const;
type Name = (typeof named)[number] | 'option' | 'selector' | 'other';

/** The parts of Playwright's locators that a test replaces. */
interface Parts {
  isVisible?(): Promise<boolean>;
  click?(options?: Wait): Promise<void>;
  press?(key: string, options?: Wait): Promise<void>;
  hover?(): Promise<void>;
  getAttribute?(name: string, options?: Wait): Promise<string | null>;
}

/** A page without visible controls but those of a test. `act` is told what is done with them. */
function createPage(
  controls: { readonly [Part in Name]?: Parts } = {},
  act: (what: string) => void = () => {},
): DrivenPage {
  const createControl = (name: Name) => {
    const attributes: Readonly<Record<string, string | null>> = {
      role: name === 'option' ? name : null,
      type: name === 'allow' || name === 'begin' ? 'submit' : null,
    };
    const control: object = {
      first: () => control,
      isVisible: async () => false,
      getAttribute: async (attribute: string) => attributes[attribute] ?? null,
      hover: async () => {},
      click: async () => act(`press ${name}`),
      fill: async (text: string) => act(`${name}: ${text}`),
      press: async (key: string) => act(`${key} in ${name}`),
      allInnerTexts: async () => [],
      elementHandles: async () => [],
      ...controls[name],
    };
    return control;
  };
  const find = (pattern: unknown) =>
    createControl(named.find((name) => String(matchName(name)) === String(pattern)) ?? 'other');
  const scope = {
    getByRole: (role: string, { name = '' } = {}) =>
      role === 'option' ? createControl(name === 'Acme' ? role : 'other') : find(name),
    getByLabel: find,
    locator: () => createControl('selector'),
  };
  const page: object = {
    ...scope,
    frames: () => [scope],
    isClosed: () => false,
    mouse: { move: async () => {} },
    context: () => ({ pages: () => [page] }),
  };
  return page as DrivenPage;
}

const isThere = async () => true;

it.each([
  ['two texts', ['user_good', 'pass_good']],
  ['no username', [{ password: 'pass_good' }]],
  ['a number as password', [{ username: 'user_good', password: 1 }]],
  ['nothing', []],
])('says at once how to pass credentials to logIn: %s', async (_, args) => {
  const page = createPage({ username: { isVisible: isThere } });
  // A test in JavaScript can pass such values.
  const { logIn } = driveConnect(page) as unknown as {
    logIn(...given: unknown[]): Promise<void>;
  };

  await expect(logIn(...args)).rejects.toThrow(
    "logIn takes one object with texts, such as logIn({ username: 'user_good', password: 'pass_good' }).",
  );
});

it('takes a code whose field disappears before Enter as sent', async () => {
  const press = vi.fn((_key: string, options?: Wait) => waitInVain(options));
  const page = createPage({ oneTimeCode: { isVisible: isThere, press } });
  const entered = driveConnect(page).enterCode('123456');

  await vi.advanceTimersByTimeAsync(2000);

  await expect(entered).resolves.toBeUndefined();
  expect(press).toHaveBeenCalledOnce();
});

it('points at a selector in the page, which loads its list only then, before it picks', async () => {
  let isLoaded = false;
  const click = vi.fn(async () => {});
  const hover = async () => {
    isLoaded = true;
  };
  const option = { isVisible: async () => isLoaded, click };

  await driveConnect(createPage({ option, selector: { isVisible: isThere, hover } })).pick('Acme');

  expect(click).toHaveBeenCalledOnce();
});

/** The consent is there when it is found, and once more after the press. Its attributes come late. */
function disappearWhileLookedAt(): Parts {
  let looks = 0;
  return {
    isVisible: async () => ++looks <= 2,
    getAttribute: (_, options) => waitInVain(options),
  };
}

function disappearDuringPress(): Parts {
  let isLeft = false;
  return {
    isVisible: async () => !isLeft,
    getAttribute: (_, options) => waitInVain(options),
    click(options) {
      isLeft = true;
      return waitInVain(options);
    },
  };
}

const stayInert = (): Parts => ({ isVisible: isThere, getAttribute: async () => 'true' });

it.each([
  ['disappears while it is looked at', disappearWhileLookedAt, 2000],
  ['disappears during the press', disappearDuringPress, 6000],
  ['stays inert', stayInert, 13_000],
] as const)('does not wait for ever for a consent that %s', async (_, create, ms) => {
  const allowed = vi.fn();
  void driveConnect(createPage({ allow: create() }))
    .allow()
    .then(allowed);

  await vi.advanceTimersByTimeAsync(ms);

  expect(allowed).toHaveBeenCalledOnce();
});

it('says so when the consent stays after 12 s of presses', async () => {
  const click = vi.fn(async () => {});
  const page = createPage({ allow: { isVisible: isThere, click } });
  const refused = expect(driveConnect(page).allow()).rejects.toThrow(
    'driveConnect pressed Allow or Deny, and the consent stayed.',
  );

  await vi.advanceTimersByTimeAsync(13_000);

  await refused;
  expect(click.mock.calls.length).toBeGreaterThan(10);
});

it.each([
  [
    'its usual values',
    { provider: 'Acme' },
    ['option', 'username', 'allow'],
    ['press option', 'username: user_good', 'password: pass_good', 'Enter in password'],
  ],
  [
    'what a test chooses',
    { provider: 'Acme', username: 'ada', password: 'secret', oneTimeCode: '654321' },
    ['begin', 'option', 'username', 'oneTimeCode', 'allow'],
    [
      ...['press begin', 'press option', 'username: ada', 'password: secret', 'Enter in password'],
      ...['oneTimeCode: 654321', 'Enter in oneTimeCode'],
    ],
  ],
] as const)('connects with %s', async (...row) => {
  const [, choices, screens, expected] = row;
  const left: Name[] = [...screens];
  const acts: string[] = [];
  const shown = screens.map((name) => [name, { isVisible: async () => name === left[0] }]);
  const page = createPage(Object.fromEntries(shown), (what) => {
    acts.push(what);
    if (/^(press|Enter)/.test(what)) left.shift();
  });
  const connected = driveConnect(page).connect(choices);

  await vi.advanceTimersByTimeAsync(5000);

  await connected;
  expect(acts).toEqual([...expected, 'press allow']);
});

it.each([
  ['connect', 'the selector or the login'],
  ['confirmWindow', 'the question in a window'],
  ['begin', 'the first screen of a link'],
  ['pick', 'the provider Acme'],
  ['logIn', 'the login'],
  ['enterCode', 'the one-time code'],
  ['allow', 'the consent'],
  ['deny', 'the consent'],
  ['close', 'a button to close'],
] as const)('waits for the time-out of its options: %s', async (name, what) => {
  const person = driveConnect(createPage(), { timeoutMs: 500 });
  const given = { pick: 'Acme', logIn: { username: 'ada' } };
  const act = person[name] as (value: unknown) => Promise<void>;
  const told = vi.fn();
  void act(Reflect.get(given, name)).catch(({ message }) => told(message));

  await vi.advanceTimersByTimeAsync(499);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);

  const waited = `driveConnect waited 500 ms for ${what}, and saw no screen of Connect instead.`;
  expect(told.mock.calls).toEqual([[waited]]);
});

it('names the missing screen before a test of Playwright ends after 30 s, also when each step is slow', async () => {
  const start = Date.now();
  const option = {
    isVisible: async () => Date.now() - start > 11_000,
    click: () => new Promise<void>((resolve) => setTimeout(resolve, 9000)),
  };
  const person = driveConnect(createPage({ option }));
  const refused = expect(person.connect({ provider: 'Acme' })).rejects.toThrow(
    /ms for the login, and saw/,
  );

  await vi.advanceTimersByTimeAsync(25_000);

  await refused;
});
