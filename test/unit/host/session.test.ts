// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenOptions } from '../../../src/sdk/host/api.ts';
import type { PageMessage } from '../../../src/sdk/protocol/messages.ts';
import { createProvider } from '../create-provider.ts';
import { drawAtOnce } from '../ui/fixtures.ts';
import { application, framed, popupOnly, ready } from './fixtures.ts';
import {
  blockPopups,
  connectUrl,
  findDialog,
  findFrame,
  findHost,
  getFramePage,
  getPopup,
  goToPage,
  inModal,
  listPopups,
  nameEvent,
  openSession,
  prepareHost,
  press,
  providers,
  readScreen,
  reportBlockedFrame,
  restoreBrowser,
  type SimulatedPage,
  selected,
  setOnline,
  settle,
  startSession,
} from './whole-host.ts';

drawAtOnce();
beforeEach(prepareHost);
afterEach(restoreBrowser);

async function goToSelector(...options: Parameters<typeof goToPage>) {
  const there = await goToPage(...options);
  there.page.say(ready, providers);
  await settle(100);
  return there;
}

async function goToLogin(...options: Parameters<typeof goToPage>) {
  const there = await goToSelector(...options);
  there.page.say(selected);
  return there;
}

/** The page in the frame, which has just loaded, says this. */
function sayInFrame(...messages: readonly PageMessage[]): void {
  getFramePage().sayHello();
  getFramePage().say(...messages);
}

const pick = (name: RegExp) => inModal().getByRole('option', { name }).click();

describe('the events of a page that returns from the provider’s site', () => {
  const count = (events: readonly string[]) =>
    ['ready', 'provider_selected'].map((name) => events.filter((event) => event === name).length);

  it.each([
    ['once', [], [1, 1]],
    ['again after another selection', [{ type: 'step', step: 'select' }], [1, 2]],
  ] as const)('tell %s that it is ready and which provider was selected', async (...row) => {
    const [, said, counts] = row;
    const { page, events } = await goToLogin();
    page.say(...said, ready, selected);
    expect(count(events)).toEqual(counts);
  });

  it('tell it again after a retry, and the second refusal of a code at once, too', async () => {
    const { page, events } = await goToLogin({ onSuccess: () => Promise.reject(new Error('no')) });
    page.say(page.createCode());
    await settle(100);
    press('Try again');
    sayInFrame(ready, selected);
    getFramePage().say(getFramePage().createCode());
    await settle();
    expect(count(events)).toEqual([2, 2]);
    expect(events.filter((event) => event === 'failed callback_failed')).toHaveLength(2);
  });
});

describe('the start', () => {
  it('welcomes the page with the host’s choices, and draws a moment later', async () => {
    const appearance = { theme: 'dark', accentColor: 'teal' } as const;
    const options = { locale: 'de', provider: 'framed', state: 'bound', appearance };
    const { session, events } = await startSession(options);
    expect(events).toEqual(['opened']);
    const page = getFramePage();
    page.sayHello();
    const id = { session_id: session.id, surface: 'frame', provider_id: 'framed' };
    expect(page.welcomes).toMatchObject([{ ...id, locale: 'de', state: 'bound', theme: 'dark' }]);
    vi.advanceTimersByTime(59);
    expect(findDialog()).toBe(null);
    await settle(100);
    expect(findDialog()?.dataset.theme).toBe('dark');
    expect(findDialog()?.style.getPropertyValue('--color')).toBe('teal');
  });

  it('follows the popup that the call of open has opened', async () => {
    const session = 'of-the-backend';
    const options = { locale: 'zh_Hans_CN', provider: 'framed', state: 'bound', session };
    const appearance = { theme: 'dark', borderRadius: '4px' } as const;
    await startSession({ ...options, display: 'popup', appearance });
    getPopup().sayHello();
    expect(listPopups()).toHaveLength(1);
    const choices = { provider_id: 'framed', state: 'bound', session, theme: 'dark' };
    const drawn = {
      locale: 'zh-Hans-CN',
      surface: 'popup',
      selector: 'page',
      appearance: { border_radius: 4 },
    };
    expect(getPopup().welcomes).toMatchObject([{ ...choices, ...drawn }]);
    expect(findFrame()).toBe(null);
  });
});

it.each([
  // The first screen stays, and may be drawn later.
  ['a page is ready', 'frame', () => sayInFrame(ready), false],
  ['it lists its providers', 'frame', () => sayInFrame(ready, providers), true],
  ['a popup is open', 'popup', () => {}, true],
] as const)('when %s in a %s, the modal is drawn at once', async (...row) => {
  const [, display, happen, isDrawn] = row;
  await startSession({ display });
  happen();
  vi.advanceTimersByTime(0);
  expect(findDialog() !== null).toBe(isDrawn);
});

describe('the screen', () => {
  const onlyFramed: PageMessage = { type: 'providers', providers: [framed] };
  const onlyPopup: PageMessage = { type: 'providers', providers: [popupOnly] };
  const login: PageMessage = { type: 'step', step: 'login' };
  const unavailable: PageMessage = {
    ...{ type: 'error', code: 'provider_unavailable', message: '', retryable: false },
  };
  const listButtons = () =>
    inModal()
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  const pickPopup = async (options: Parameters<typeof goToSelector>[0] = {}) => {
    await goToSelector(options);
    pick(/popup-only/);
    return getPopup();
  };

  it('is drawn in one task, and shown in another', async () => {
    await startSession();
    vi.advanceTimersByTime(60);
    expect([findDialog()?.open, readScreen()]).toEqual([false, 'loading']);
    vi.advanceTimersToNextTimer();
    expect([findDialog()?.open, readScreen()]).toEqual([true, 'loading']);
    expect(inModal().getByRole('status').getAttribute('aria-busy')).toBe('true');
  });

  it.each([
    [true, [ready, providers, selected]],
    [false, [ready, onlyFramed, login]],
    [false, [login]],
  ] as const)('is the page at the login, with a way back to a selection: %s', async (has, said) => {
    const { page } = await goToPage();
    page.say(...said);
    await settle(100);
    expect([readScreen(), inModal().queryByRole('button', { name: 'Back' }) !== null]).toEqual([
      'page',
      has,
    ]);
    page.say({ type: 'exit', reason: 'denied' });
    expect(readScreen()).toBe('page');
  });

  const failInPopup = async () => {
    sayInFrame(ready, providers);
    await settle(100);
    pick(/popup-only/);
    getPopup().sayHello();
    getPopup().say(unavailable);
  };

  it.each([
    ['several', true, () => sayInFrame(ready, providers, unavailable)],
    ['one', false, () => sayInFrame(ready, onlyFramed, unavailable)],
    ['one that a popup would start with', false, failInPopup],
  ])('is an error, with another provider if there are several: %s', async (_, has, happen) => {
    await startSession();
    await happen();
    await settle(100);
    expect(readScreen()).toBe('failed');
    expect(listButtons().includes('Choose another provider')).toBe(has);
    expect(listButtons()).not.toContain('Open window');
  });

  it('offers no popup for a slow page where the host wants a frame', async () => {
    await startSession({ display: 'frame' });
    await settle(6000);
    expect(listButtons()).not.toContain('Open window');
  });

  it('offers a popup for a slow page, whose own wait begins with it and with its hello', async () => {
    const { events } = await startSession();
    await settle(6000);
    press('Open window');
    await settle(14_900);
    getPopup().sayHello();
    await settle(14_900);
    expect(events).toEqual(['opened', 'surface_changed']);
    await settle(200);
    expect(events.at(-1)).toBe('failed load_timeout');
  });

  it('is an error with a popup if one may help, which leads back to the frame', async () => {
    await startSession();
    await settle(15_000);
    press('Open window');
    expect(listButtons()).toEqual(['', 'Show window', 'Open again', 'Continue here', 'Cancel']);
    press('Continue here');
    expect([readScreen(), findFrame() !== null]).toEqual(['loading', true]);
  });

  /** The initials of the application and of the provider, and the addresses of their logos. */
  const readMarks = () => {
    const marks = findHost()?.shadowRoot.querySelectorAll<HTMLElement>('.parties .logo') ?? [];
    return [...marks].flatMap((mark) => [
      mark.getAttribute('data-text'),
      ...[...mark.querySelectorAll('img')].map(({ src }) => src),
    ]);
  };

  it('has the marks of both parties after a frame, and Done ends it before its time is over', async () => {
    let accept = () => {};
    const onSuccess = () => new Promise<void>((resolve) => (accept = resolve));
    const { page, session } = await goToPage({ onSuccess });
    const application = { ...ready.application, logo: 'https://connect.example/logo' };
    page.say({ ...ready, application }, providers, selected);
    page.say(page.createCode());
    await settle(299);
    expect(readScreen()).toBe('page');
    await settle(1);
    expect([readMarks(), listButtons()]).toEqual([
      ['T', 'https://connect.example/logo', 'f'],
      [''],
    ]);
    accept();
    await settle();
    expect(readMarks()).toEqual(['T', 'https://connect.example/logo', 'f']);
    press('Done');
    expect(findDialog()).toBe(null);
    expect(await session.finished).toEqual({ status: 'connected' });
  });

  it('has the mark of the provider that the user has chosen instead of the host’s', async () => {
    const { page } = await goToPage({ provider: framed.id });
    page.say(ready, { type: 'providers', providers: [framed, createProvider('other')] });
    page.say({ type: 'step', step: 'select' });
    await settle(100);
    pick(/other/);
    page.say({ type: 'provider_selected', provider_id: 'other' }, page.createCode());
    await settle();
    expect([readScreen(), readMarks()]).toEqual(['connected', ['T', 'o']]);
  });

  it('is the same while the callback is pending, and after a popup', async () => {
    let accept = () => {};
    const onSuccess = () => new Promise<void>((resolve) => (accept = resolve));
    const popup = await pickPopup({ onSuccess });
    popup.sayHello();
    popup.say(popup.createCode());
    expect(inModal().getByRole('status').textContent).toMatch(/^Tally is saving the connection…/);
    await settle(2999);
    expect(inModal().getByRole('status').textContent).toMatch(/^Tally is saving/);
    await settle(1);
    expect(inModal().getByRole('status').textContent).toMatch(/^Still working…/);
    accept();
    await settle();
    expect(readMarks()).toEqual(['T', 'po']);
    expect(inModal().getByRole('status').textContent).toMatch(
      /^Your account is connected to Tally/,
    );
  });

  const pickBlocked = async () => {
    blockPopups(() => true);
    await goToSelector();
    pick(/popup-only/);
  };
  const pickAnd = (happen: (popup: SimulatedPage) => unknown) => () => pickPopup().then(happen);

  const open = ['Open window', 'Cancel'];
  const waiting = ['Show window', 'Open again', 'Cancel'];
  const again = ['Open again', 'Cancel'];

  it.each<readonly [name: string, buttons: string[], go: () => Promise<unknown>]>([
    ['The window was blocked', open, pickBlocked],
    ['Continue in the other window', waiting, pickPopup],
    ['Continue in the other window', waiting, pickAnd((popup) => popup.sayHello())],
    ['The window was closed', again, pickAnd((popup) => [popup.sayHello(), popup.window.close()])],
    [
      'The window was closed',
      again,
      pickAnd((popup) => [popup.sayHello(), popup.say({ type: 'leaving' }), popup.window.close()]),
    ],
  ])('of a popup says: %s', async (name, buttons, go) => {
    await go();
    await settle(2000);
    expect(inModal().getByRole('heading', { name })).toBeTruthy();
    // Those of the header are Back and Close. Its provider cannot be framed, so it cannot continue here.
    expect(listButtons()).toEqual(['', '', ...buttons]);
    const count = vi.mocked(window.open).mock.calls.length;
    press(buttons.at(-2) ?? '');
    expect(window.open).toHaveBeenCalledTimes(count + 1);
  });

  it.each<[string, OpenOptions['display'], happen: () => void, string[]]>([
    ['a policy blocks the frame', 'auto', () => reportBlockedFrame(), ['Open window']],
    ['the only provider needs one', 'auto', () => sayInFrame(ready, onlyPopup), ['Open window']],
    ['the host wants one', 'popup', () => {}, ['Show window', 'Open again']],
  ])('of a popup has no way back where %s', async (...[, display, happen, buttons]) => {
    await startSession({ display });
    happen();
    await settle(100);
    expect(listButtons()).toEqual(['', ...buttons, 'Cancel']);
    const count = listPopups().length;
    press(buttons.at(-1) ?? '');
    expect(listPopups()).toHaveLength(count + 1);
    getPopup().sayHello();
    // The end of an earlier popup says nothing about this one.
    await settle(2000);
    expect(listButtons()).toEqual(['', ...waiting]);
  });

  it('follows the values of the page, until another try loads it again', async () => {
    const { page } = await goToLogin();
    const readHeight = () => findDialog()?.style.getPropertyValue('--frame');
    page.say({ type: 'resize', height: 400 });
    expect(readHeight()).toBe('400px');
    press('Back');
    expect([readScreen(), readHeight()]).toEqual(['select', '']);
    page.say(selected);
    expect([readScreen(), readHeight()]).toEqual(['page', '400px']);
    expect(inModal().getByText(`to ${application.name}`)).toBeTruthy();
    page.say({ type: 'error', code: 'server_error', message: '', retryable: true });
    press('Try again');
    sayInFrame(ready, providers, selected);
    expect([readScreen(), readHeight()]).toEqual(['page', '']);
  });
});

describe('the user', () => {
  it('selects a provider, goes back, and continues in a popup and in the frame again', async () => {
    const { page } = await goToSelector();
    pick(/framed/);
    expect(page.heard.at(-1)).toEqual({ type: 'select_provider', provider_id: 'framed' });
    page.say(selected);
    press('Back');
    expect(page.heard.at(-1)).toEqual({ type: 'back' });
    pick(/popup-only/);
    expect([readScreen(), listPopups().length]).toEqual(['popup', 1]);
    press('Show window');
    expect(getPopup().window.focus).toHaveBeenCalledOnce();
    press('Open again');
    expect(listPopups().map((popup) => popup.window.closed)).toEqual([true, false]);
    press('Back');
    expect(readScreen()).toBe('select');
    expect(getPopup().window.closed).toBe(true);
  });

  it('reports that a provider is missing', async () => {
    const { events } = await goToSelector();
    fireEvent.input(inModal().getByRole('combobox'), { target: { value: 'nowhere' } });
    press('My provider isn’t listed');
    expect(events.at(-1)).toBe('provider_not_listed');
  });
});

describe('a popup that is cut off', () => {
  it('can join through the existing frame, whose page gets the handoff', async () => {
    const { page } = await goToSelector();
    pick(/popup-only/);
    const handoff = expect.stringMatching(/^[\w-]{43}$/);
    const message = { type: 'handoff', handoff, provider_id: 'popup-only' };
    expect(page.heard).toEqual([message]);
    // It has a host until it leaves for the provider's site.
    getPopup().sayHello();
    getPopup().say(ready, { type: 'leaving' });
    expect(page.heard).toEqual([message, { type: 'back' }, message]);
  });

  /** Browsers report it as closed. */
  async function goToCutOff() {
    const started = await startSession({ display: 'popup' });
    getPopup().window.close();
    await settle(1000);
    sayInFrame(ready, providers);
    return { ...started, page: getFramePage() };
  }
  const changed = (state: 'waiting' | 'joined') => ({ type: 'handoff_changed', state }) as const;

  it('can join through the frame, whose page gets the handoff', async () => {
    const { page, events } = await goToCutOff();
    expect(page.heard).toContainEqual(expect.objectContaining({ type: 'handoff' }));
    page.say(changed('joined'));
    await settle(60_000);
    expect(events.join()).not.toContain('failed');
  });

  it('gets more time while the service waits for it', async () => {
    const { page, events } = await goToCutOff();
    await settle(13_000);
    page.say(changed('waiting'));
    await settle(9000);
    expect(events.join()).not.toContain('failed');
    await settle(60_000);
    expect(events.at(-1)).toBe('failed opener_severed');
  });
});

it.each(['popup', 'frame'] as const)(
  'an element that the host has removed is attached again, with another page in its %s',
  async (display) => {
    openSession({ display });
    const host = findHost();
    const frame = findFrame();
    host?.remove();
    await settle();
    expect(findHost()).toBe(host);
    expect(findFrame() !== null).toBe(display === 'frame');
    if (display === 'popup') return;
    expect(findFrame()).not.toBe(frame);
    getFramePage().sayHello();
    expect(getFramePage().welcomes).toHaveLength(1);
  },
);

it.each(['chrome-extension://abcdefgh', 'moz-extension://1-2-3', 'null'])(
  'a page of the origin %s is refused at once',
  async (origin) => {
    vi.stubGlobal('origin', origin);
    const { events } = await startSession();
    await settle();
    vi.unstubAllGlobals();
    expect(events.at(-1)).toBe('failed origin_not_allowed');
  },
);

it('a Connect page on this machine is never offline', async () => {
  setOnline(false);
  const { events } = await startSession({ connectUrl: 'http://localhost:4400/connect' });
  await settle(15_000);
  expect(events.at(-1)).toBe('failed load_timeout');
});

it('without a network, the flow fails soon, and starts again when the network is back', async () => {
  setOnline(false);
  const { events } = await startSession();
  await settle(2900);
  expect(events).toEqual(['opened']);
  await settle(100);
  expect(events).toEqual(['opened', 'step_changed failed', 'failed offline']);
  setOnline(true);
  dispatchEvent(new Event('online'));
  expect(events.slice(3)).toEqual(['retried', 'step_changed loading']);
  getFramePage().sayHello();
  expect(getFramePage().welcomes).toHaveLength(1);
});

it('a second call of open focuses modal and popup', async () => {
  await startSession({ display: 'popup' });
  await settle(100);
  document.body.tabIndex = -1;
  document.body.focus();
  openSession({ display: 'frame' });
  expect(findHost()?.shadowRoot.activeElement).not.toBe(null);
  expect(getPopup().window.focus).toHaveBeenCalledOnce();
});

it('tells the user of an interrupted session, until they are past the selector again', async () => {
  sessionStorage.setItem('tax-connect', `${connectUrl}?client_id=app`);
  const { page } = await goToSelector();
  const findNote = () => findHost()?.shadowRoot.querySelector('header + .note')?.textContent;
  expect(findNote()).toMatch(/^Your last attempt was interrupted/);
  page.say(selected);
  expect(findNote()).toBeUndefined();
});

it('follows the theme of the system, until its end', async () => {
  const query = Object.assign(new EventTarget(), { matches: false });
  const stop = vi.spyOn(query, 'removeEventListener');
  vi.stubGlobal('matchMedia', () => query);
  const { session } = await startSession();
  await settle(100);
  for (const [matches, theme] of [
    [true, 'dark'],
    [false, 'light'],
  ] as const) {
    query.matches = matches;
    query.dispatchEvent(new Event('change'));
    expect(findDialog()?.dataset.theme).toBe(theme);
  }
  session.close();
  expect(stop).toHaveBeenCalledOnce();
});

describe('the end', () => {
  it('is told to a page that was reloaded and has said nothing, too', async () => {
    const { session, page } = await goToLogin();
    page.sayHello();
    page.heard.length = 0;
    session.close();
    expect(page.ports).toHaveLength(2);
    expect(page.heard).toEqual(Array(2).fill({ type: 'close' }));
  });

  it('removes everything, and nothing that comes later counts', async () => {
    const { session, page, events, exits, codes } = await goToLogin();
    const code = page.createCode();
    const [port] = page.ports;
    expect(sessionStorage).toHaveLength(1);
    session.close();
    expect(sessionStorage).toHaveLength(0);
    expect(page.heard.at(-1)).toEqual({ type: 'close' });
    expect([findHost(), findFrame()]).toEqual([undefined, null]);
    await settle(1000);
    expect(vi.getTimerCount()).toBe(0);
    const before = events.length;
    port?.postMessage(code);
    setOnline(false);
    dispatchEvent(new Event('online'));
    await settle(60_000);
    expect(events).toHaveLength(before);
    expect([exits.length, codes.length]).toEqual([1, 0]);
  });

  it('in the first event starts no flow', async () => {
    const names: string[] = [];
    const { session, exits } = openSession({
      onEvent(event) {
        names.push(nameEvent(event));
        if (event.name === 'opened') session.close();
      },
    });
    const page = getFramePage();
    await settle();
    page.sayHello();
    expect(names).toEqual(['opened', 'closed']);
    expect(exits).toMatchObject([{ reason: 'closed' }]);
    expect(page.welcomes).toEqual([]);
  });

  it('while a callback is pending hides the modal and waits: another call of open shows it again', async () => {
    const accept: (() => void)[] = [];
    const onSuccess = () => new Promise<void>((resolve) => void accept.push(resolve));
    const { session, page, exits } = await goToLogin({ onSuccess });
    page.say(page.createCode());
    await settle(300);
    const countSheets = () => findHost()?.shadowRoot.adoptedStyleSheets.length;
    const count = countSheets();
    for (const _ of ['once', 'again']) {
      session.close();
      expect([findDialog(), exits]).toEqual([null, []]);
      expect(openSession().session).toBe(session);
      await settle(100);
      expect([findDialog()?.open, readScreen()]).toEqual([true, 'finishing']);
      expect(countSheets()).toBe(count);
    }
    accept[0]?.();
    await settle();
    expect(readScreen()).toBe('connected');
    await settle(1399);
    expect(findDialog()).not.toBe(null);
    await settle(1);
    expect(findDialog()).toBe(null);
    expect(await session.finished).toEqual({ status: 'connected' });
  });
});
