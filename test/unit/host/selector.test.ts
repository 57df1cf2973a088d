// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MountedSelector, SelectorOptions } from '../../../src/sdk/host/api.ts';
import { open } from '../../../src/sdk/host/open/open.ts';
import { mountSelector } from '../../../src/sdk/host/selector/mount-selector.ts';
import { drawAtOnce } from '../ui/fixtures.ts';
import { framed, popupOnly, ready } from './fixtures.ts';
import {
  connectUrl,
  findDialog,
  findFrame,
  getFramePage,
  listPages,
  listPopups,
  nameEvent,
  prepareHost,
  providers,
  readScreen,
  restoreBrowser,
  selected,
  setOnline,
  settle,
} from './whole-host.ts';

/** True when the selectors are in view. */
let isInView: boolean;

/** Tells the latest selector what is in view. */
let reportView: (entries: readonly { isIntersecting: boolean }[]) => void;

class InstantObserver implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
  readonly report: typeof reportView;
  constructor(report: InstantObserver['report']) {
    this.report = report;
    reportView = report;
  }
  observe(): void {
    this.report([{ isIntersecting: isInView }]);
  }
  disconnect(): void {}
}

vi.mock('../../../src/sdk/ui/locales/locale-files.ts', () => import('../ui/packed-languages.ts'));

drawAtOnce();
beforeEach(async () => {
  await prepareHost();
  await import('../../../src/sdk/host/selector/selector-in-page.ts');
  isInView = true;
  vi.stubGlobal('IntersectionObserver', InstantObserver);
});
afterEach(() => {
  for (const selector of mounted.splice(0)) {
    selector.session?.close();
    void selector.unmount();
  }
  document.body.replaceChildren();
  restoreBrowser();
});

const mounted: MountedSelector[] = [];

/** Mounts a selector into a new element of the body. */
async function mount(
  options: Partial<SelectorOptions> = {},
  element: Element = document.body.appendChild(document.createElement('div')),
) {
  const events: string[] = [];
  const codes: string[] = [];
  const selector = mountSelector(element, {
    clientId: 'app',
    connectUrl,
    onSuccess: ({ code }) => void codes.push(code),
    onEvent: (event) => void events.push(nameEvent(event)),
    ...options,
  });
  mounted.push(selector);
  await settle();
  return { selector, element, events, codes, ...look(element) };
}

/** Mounts a selector, and asks for its list. */
async function mountAndPoint(options: Partial<SelectorOptions> = {}) {
  const mounted = await mount(options);
  await mounted.point();
  return mounted;
}

/** The selector of an element, as its user finds the parts. */
function look(element: Element) {
  const find = () => element.lastElementChild as HTMLElement;
  const inside = () => within(find().shadowRoot as unknown as HTMLElement);
  return {
    inside,
    point: async () => {
      fireEvent.pointerOver(find());
      await settle();
    },
    search: () => inside().getByRole('combobox') as HTMLInputElement,
    listNames: () =>
      inside()
        .queryAllByRole('option')
        .map((option) => option.getAttribute('aria-label')),
    pick: async (name: string) => {
      fireEvent.click(inside().getByRole('option', { name }));
      await settle();
    },
    readHeading: () => inside().queryByRole('heading', { level: 2 })?.textContent,
  };
}

/** The page in the hidden frame is welcomed, and sends its list. */
async function answer(list = providers) {
  const page = getFramePage();
  page.sayHello();
  page.say(ready, list, { type: 'step', step: 'select' });
  await settle();
  return page;
}

describe('a selector in the page', () => {
  it('draws the search at once, and asks for the list when someone points at it', async () => {
    const { search, point, listNames } = await mount();
    expect(search().placeholder).toBe('Search providers');
    expect(findFrame()).toBeNull();
    await point();
    await answer();
    expect(listNames()).toEqual([framed.name, popupOnly.name]);
    expect(findDialog()).toBeNull();
  });

  it.each(['pointerover', 'pointerdown'])(
    'asks for nothing before %s, and out of view',
    async (sign) => {
      isInView = false;
      const { element } = await mount();
      reportView([{ isIntersecting: true }]);
      reportView([{ isIntersecting: false }]);
      fireEvent(element.lastElementChild as Element, new Event(sign));
      expect(findFrame()).toBeNull();
      reportView([{ isIntersecting: true }]);
      expect(findFrame()).not.toBeNull();
    },
  );

  it('waits for the document as `preload` does, and only then for its page', async () => {
    const loading = vi
      .spyOn(HTMLDocument.prototype, 'readyState', 'get')
      .mockReturnValue('interactive');
    const { point, events, readHeading } = await mount();
    await point();
    await settle(16_000);
    expect([findFrame(), readHeading(), ...events]).toEqual([null, undefined]);
    loading.mockRestore();
    window.dispatchEvent(new Event('load'));
    expect(findFrame()).not.toBeNull();
  });

  it('asks for the list when its search gets the focus, and keeps what is typed meanwhile', async () => {
    const { search, listNames } = await mount({ placeholder: 'Your tax software' });
    search().focus();
    fireEvent.input(search(), { target: { value: popupOnly.name } });
    await settle();
    await answer();
    expect(search().value).toBe(popupOnly.name);
    expect(search().placeholder).toBe('Your tax software');
    expect(listNames()).toEqual([popupOnly.name]);
  });

  it('keeps an Escape that clears the search, also while it is held down', async () => {
    const { element, search } = await mountAndPoint();
    await answer();
    const heard = vi.fn();
    element.addEventListener('keydown', heard);
    fireEvent.input(search(), { target: { value: 'x' } });
    await settle();
    const isLeft: boolean[] = [];
    for (const init of [{ isComposing: true }, {}, { repeat: true }, {}]) {
      isLeft.push(fireEvent.keyDown(search(), { key: 'Escape', ...init }));
      await settle();
    }
    expect(search().value).toBe('');
    expect(isLeft).toEqual([true, false, false, true]);
    expect(heard).toHaveBeenCalledTimes(2);
    // A dialog around the selector hears of Tab, but a shortcut of the page of no letter.
    for (const key of ['Tab', 'a']) fireEvent.keyDown(search(), { key });
    expect(heard.mock.lastCall?.[0].key).toBe('Tab');
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it('opens the modal at the sign-in of the picked provider, in the same flow', async () => {
    const { selector, pick, events, codes } = await mountAndPoint();
    const page = await answer();
    expect(selector.session).toBeNull();
    await pick(framed.name);
    expect(selector.session?.id).toBe(page.welcomes[0]?.session_id);
    expect(page.heard).toEqual([{ type: 'select_provider', provider_id: 'framed' }]);
    page.say(selected, { type: 'step', step: 'login' });
    await settle(100);
    expect(readScreen()).toBe('page');
    page.say(page.createCode());
    await settle(2000);
    expect(codes).toHaveLength(1);
    expect(selector.session).toBeNull();
    expect(events).toEqual([
      'opened',
      'ready',
      'provider_selected',
      'step_changed login',
      'code_received',
      'step_changed finishing',
      'closed',
    ]);
  });

  it.each([
    ['for a provider that cannot be framed', {}, popupOnly.name],
    ['of the display "popup"', { display: 'popup' } as const, framed.name],
  ])('opens a popup in the click %s', async (_, options, name) => {
    const userActivation = { isActive: true };
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { userActivation }));
    const { pick } = await mountAndPoint(options);
    await answer();
    await pick(name);
    expect(listPopups()).toHaveLength(1);
  });

  it('starts another flow at the pick when the one of the list is too old', async () => {
    const { pick } = await mountAndPoint();
    const page = await answer();
    await settle(600_001);
    await pick(framed.name);
    expect(page.heard).toEqual([{ type: 'close' }]);
    const next = getFramePage();
    next.sayHello();
    expect(next.welcomes[0]?.provider_id).toBe('framed');
  });

  it('shows a provider that needs a popup as unavailable where the host wants none', async () => {
    const { inside } = await mountAndPoint({ display: 'frame' });
    await answer();
    const option = inside().getByRole('option', { name: popupOnly.name });
    expect(option.getAttribute('aria-disabled')).toBe('true');
  });

  it('lists a single provider, which the person still picks', async () => {
    const { listNames } = await mountAndPoint();
    const page = await answer({ type: 'providers', providers: [framed] });
    expect(listNames()).toEqual([framed.name]);
    expect(page.heard).toEqual([]);
  });

  it('speaks the language and has the direction of the option', async () => {
    document.documentElement.lang = 'en';
    const { inside, point, search } = await mount({ locale: 'ar' });
    await vi.waitFor(() =>
      expect(inside().getByRole('combobox').closest('[dir=rtl]')).not.toBeNull(),
    );
    // Arabic has a form for two. The host's page is in English.
    await point();
    await answer();
    fireEvent.input(search(), { target: { value: 'exam' } });
    await settle(600);
    expect(inside().getByRole('status').textContent).toBe('نتيجتان');
  });
});

describe('wrong options', () => {
  const right = { clientId: 'app', connectUrl, onSuccess() {} };
  const mountInto = (element: unknown, options: object) => () =>
    mountSelector(element as never, { ...right, ...options });

  it.each([
    ['element', null, {}],
    ['element', '#selector', {}],
    ['clientId', document.createElement('div'), { clientId: '' }],
    ['onSuccess', document.createElement('div'), { onSuccess: undefined }],
  ])('are refused by name: %s', (name, element, options) => {
    const message = expect.stringContaining(`TaxConnect: ${name} must be`);
    const refusal = expect.objectContaining({ code: 'invalid_options', message });
    expect(mountInto(element, options)).toThrow(refusal);
  });

  it('are the only ones that are refused', () => {
    const options = { placeholder: 'Search', display: 'auto' };
    mounted.push(mountInto(document.createElement('div'), options)());
  });
});

it('a second pick by a script shows the open session, which stays when the selector is removed', async () => {
  const { selector, element, pick, codes } = await mountAndPoint();
  const page = await answer();
  await pick(framed.name);
  const { session } = selector;
  await pick(popupOnly.name);
  expect([selector.session === session, listPopups()]).toEqual([true, []]);
  selector.unmount();
  await settle();
  expect(element.childElementCount).toBe(0);
  page.say(page.createCode());
  await settle();
  expect(codes).toHaveLength(1);
});

it('an element has one selector, which a replaced one does not remove', async () => {
  const mounts = [await mount()];
  const { element } = mounts[0] ?? {};
  mounts.push(await mount({}, element), await mount({}, element));
  expect(element?.childElementCount).toBe(1);
  for (const { selector } of mounts.slice(0, 2)) selector.unmount();
  await mount({}, element);
  expect(element?.childElementCount).toBe(1);
});

it('two selectors with the same options share a hidden page', async () => {
  const both = [await mountAndPoint(), await mountAndPoint()];
  await answer();
  for (const { listNames } of both) expect(listNames()).toHaveLength(2);
  expect(listPages()).toHaveLength(1);
});

describe('a selector that is removed', () => {
  it('leaves nothing behind, also before it was drawn', async () => {
    const element = document.body.appendChild(document.createElement('div'));
    mountSelector(element, { clientId: 'app', connectUrl, onSuccess() {} }).unmount();
    await settle();
    expect(element.childElementCount).toBe(0);
  });

  it('removes the hidden page, while it loads the list and afterwards', async () => {
    for (const isLoaded of [false, true]) {
      const { selector, element, events } = await mountAndPoint();
      if (isLoaded) await answer();
      expect(findFrame()).not.toBeNull();
      selector.unmount();
      selector.unmount();
      await settle(20_000);
      expect([findFrame(), events]).toEqual([null, []]);
      expect(element.childElementCount).toBe(0);
    }
  });

  it.each([
    ['waits for another sign of interest', 0],
    ['keeps its loaded list', 2],
  ])('%s when its element is put back', async (_, loaded) => {
    const { element, point, listNames } = await mountAndPoint();
    if (loaded > 0) await answer();
    element.remove();
    reportView([{ isIntersecting: false }]);
    expect(findFrame()).toBeNull();
    document.body.append(element);
    reportView([{ isIntersecting: true }]);
    await settle();
    expect([findFrame(), listNames().length]).toEqual([null, loaded]);
    await point();
    expect(findFrame() === null).toBe(loaded > 0);
  });

  it('is removed by the signal, too, which is left alone then', async () => {
    const controller = new AbortController();
    const stop = vi.spyOn(controller.signal, 'removeEventListener');
    const { element } = await mount({ signal: controller.signal });
    expect(element.childElementCount).toBe(1);
    controller.abort();
    expect(element.childElementCount).toBe(0);
    expect(stop.mock.calls.map(([type]) => type)).toEqual(['abort']);
  });

  it('is not drawn after the signal has aborted, not even while its code loads', async () => {
    const early = await mount({ signal: AbortSignal.abort() });
    const controller = new AbortController();
    const late = mount({ signal: controller.signal });
    controller.abort();
    expect([early, await late].map(({ element }) => element.childElementCount)).toEqual([0, 0]);
  });
});

it('a selector waits for another sign of interest when a button takes its flow', async () => {
  const { point, listNames } = await mountAndPoint();
  const page = getFramePage();
  page.sayHello();
  const session = open({ clientId: 'app', connectUrl, onSuccess() {} });
  await settle();
  expect(getFramePage()).toBe(page);
  session.close();
  await settle(20_000);
  expect(findFrame()).toBeNull();
  await point();
  await answer();
  expect(listNames()).toHaveLength(2);
});

it('a selector leaves the hidden page to a second one with other options', async () => {
  const first = await mount({ locale: 'de' });
  const second = await mount({ locale: 'fr' });
  await first.point();
  second.point();
  await settle();
  await answer();
  expect(second.listNames()).toHaveLength(2);
});

describe('trouble', () => {
  it('is told in the element and to the host, when the origin is not registered', async () => {
    const onEvent = vi.fn();
    const { inside, readHeading } = await mountAndPoint({ onEvent });
    const page = getFramePage();
    page.sayHello();
    const refusal = { code: 'origin_not_allowed', message: 'Register it.', retryable: false };
    page.say({ type: 'error', ...refusal });
    await settle();
    expect(readHeading()).toBe('This site can’t connect accounts');
    expect(inside().queryByRole('button', { name: /^(Try again|Close)$/ })).toBeNull();
    const sessionId = page.welcomes[0]?.session_id;
    expect(onEvent.mock.calls).toMatchObject([
      [{ name: 'failed', error: refusal, sessionId, timestamp: Date.now() }],
    ]);
  });

  it('offers another try when the service is down, which loads the list', async () => {
    const { inside, readHeading, listNames, events } = await mountAndPoint();
    const silent = getFramePage();
    await settle(14_999);
    expect(events).toEqual([]);
    await settle(2);
    expect(readHeading()).toBe('This is taking too long');
    expect(events).toEqual(['failed load_timeout']);
    inside().getByRole('button', { name: 'Try again' }).click();
    await settle();
    expect(getFramePage()).not.toBe(silent);
    await answer();
    expect(listNames()).toHaveLength(2);
  });

  it('has a reference that can be copied, also after another failure', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { inside } = await mountAndPoint();
    for (const _ of ['first', 'second']) {
      await settle(15_001);
      inside().getByRole('button', { name: 'Copy' }).click();
      await settle();
      inside().getByRole('button', { name: 'Copied' });
      inside().getByRole('button', { name: 'Try again' }).click();
      await settle();
    }
    const reference = [expect.stringMatching(/^[\w-]{4}-[\w-]{4}$/)];
    expect(writeText.mock.calls).toEqual([reference, reference]);
  });

  it('offers another try after 5 s of each wait, which has one hidden page', async () => {
    const { point, inside } = await mount();
    const findRetry = () => inside().queryByRole('button', { name: 'Try again' });
    // Nothing is awaited yet.
    await settle(6000);
    expect([findRetry(), inside().getByRole('status').textContent]).toEqual([null, '']);
    await point();
    const offered = [];
    for (const _ of ['first', 'second', 'third']) {
      await settle(4900);
      offered.push(findRetry() !== null);
      await settle(200);
      offered.push(findRetry() !== null, document.querySelectorAll('iframe').length);
      findRetry()?.click();
      await settle();
    }
    expect(offered).toEqual(Array(3).fill([false, true, 1]).flat());
  });

  it('keeps the focus when its button disappears, because the wait begins again', async () => {
    const { inside, search, point, element } = await mount();
    await point();
    await settle(5100);
    inside().getByRole('button', { name: 'Try again' }).focus();
    const focus = vi.spyOn(search(), 'focus');
    inside().getByRole('button', { name: 'Try again' }).click();
    await settle();
    expect(element.lastElementChild?.shadowRoot?.activeElement).toBe(search());
    expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  });

  it('is over when the browser is online again', async () => {
    setOnline(false);
    const { point, readHeading, listNames } = await mount();
    await point();
    await settle(3001);
    expect(readHeading()).toBe('You’re offline');
    setOnline(true);
    window.dispatchEvent(new Event('online'));
    await settle();
    await answer();
    expect(listNames()).toHaveLength(2);
  });

  it('is over when the selector is removed, and stays so when the browser is online again', async () => {
    setOnline(false);
    const { selector } = await mountAndPoint();
    await settle(3001);
    selector.unmount();
    await settle();
    window.dispatchEvent(new Event('online'));
    expect([findFrame(), vi.getTimerCount()]).toEqual([null, 0]);
  });

  it('after the list does not replace it: the pick starts another flow', async () => {
    const { pick, listNames } = await mountAndPoint();
    const page = await answer();
    page.say({ type: 'error', code: 'session_expired', message: 'Too late.', retryable: true });
    await settle();
    expect(listNames()).toHaveLength(2);
    await pick(framed.name);
    expect(getFramePage()).not.toBe(page);
  });
});
