// @vitest-environment happy-dom
import { createElement, createRef, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, reactive, shallowRef } from 'vue';
import { defineTaxConnectSelector } from '../../../src/sdk/bindings/element/tax-connect-selector.ts';
import { TaxConnectSelector as ReactSelector } from '../../../src/sdk/bindings/react/tax-connect-selector.ts';
import { taxConnectSelector } from '../../../src/sdk/bindings/svelte/tax-connect-selector.ts';
import { TaxConnectSelector as VueSelector } from '../../../src/sdk/bindings/vue/tax-connect-selector.ts';
import type { ConnectEvent } from '../../../src/sdk/index.ts';
import { fakeConnect } from '../../../src/sdk/testing-fake.ts';

vi.mock('tax-connect', () => import('../../support/bindings/apps/fake-sdk.ts'));

interface Shown {
  readonly placeholder: string;
  readonly onSuccess: () => void;
  readonly onExit?: () => void;
  readonly onEvent?: (event: ConnectEvent) => void;
  readonly signal?: AbortSignal;
}

/** Shows a selector in an element, again with other options, and no longer. */
interface Binding {
  show(shown: Shown): Promise<void>;
  remove(): Promise<void>;
}

let element: HTMLElement;
beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  fakeConnect.reset();
  element.remove();
});

function bindReact(): Binding {
  const root = createRoot(element);
  const draw = async (node: Parameters<typeof root.render>[0]) =>
    flushSync(() => root.render(createElement(StrictMode, null, node)));
  return {
    show: (shown) => draw(createElement(ReactSelector, { clientId: 'app', ...shown })),
    remove: () => draw(null),
  };
}

function bindVue(): Binding {
  const current = shallowRef<Shown>();
  const app = createApp(
    () => current.value && h(VueSelector, { clientId: 'app', ...current.value }),
  );
  return {
    async show(shown) {
      const isFirst = current.value === undefined;
      current.value = shown;
      if (isFirst) app.mount(element);
      await nextTick();
    },
    remove: async () => app.unmount(),
  };
}

function bindSvelte(): Binding {
  let current: Shown;
  const attach = taxConnectSelector(() => ({ clientId: 'app', ...current }));
  let detach: ReturnType<typeof attach>;
  return {
    async show(shown) {
      current = shown;
      // Svelte runs an attachment again when any value that it has read changes, also a callback.
      detach?.();
      detach = attach(element);
    },
    remove: async () => detach?.(),
  };
}

const bindings = { React: bindReact, Vue: bindVue, Svelte: bindSvelte };

const listMounted = () => fakeConnect.selectors.filter(({ isMounted }) => isMounted);

describe.each(Object.entries(bindings))('the selector of %s', (_, bind) => {
  it('calls the callbacks of the last render, and is not drawn again for them', async () => {
    const heard: string[] = [];
    const { signal } = new AbortController();
    const listen = (label: string): Shown => ({
      placeholder: 'Search',
      signal,
      onSuccess: () => void heard.push(`${label} success`),
      onExit: () => void heard.push(`${label} exit`),
      onEvent: ({ name }) => void heard.push(`${label} ${name}`),
    });
    const binding = bind();
    await binding.show(listen('stale'));
    const [selector] = listMounted();
    await binding.show(listen('current'));
    expect(listMounted()).toEqual([selector]);
    await selector?.pick('sandbox').succeed('the code');
    await vi.waitFor(() => expect(heard).toContain('current closed'));
    selector?.pick('sandbox').deny();
    expect(heard).toEqual(expect.arrayContaining(['current success', 'current exit']));
    expect(heard.join()).not.toContain('stale');
    await binding.remove();
  });

  it('is drawn again for another option, once', async () => {
    const binding = bind();
    await binding.show({ placeholder: 'Search', onSuccess() {} });
    await binding.show({ placeholder: 'Find', onSuccess() {} });
    expect(listMounted()).toMatchObject([{ options: { placeholder: 'Find' } }]);
    await binding.remove();
  });

  it('is drawn again for another signal, after the first one has aborted', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const shown = { placeholder: 'Search', onSuccess() {} };
    const binding = bind();
    await binding.show({ ...shown, signal: first.signal });
    first.abort();
    await binding.show({ ...shown, signal: second.signal });
    expect(listMounted().map(({ options }) => options.signal)).toEqual([second.signal]);
    await binding.remove();
  });

  it('goes with its component, and leaves the session', async () => {
    const binding = bind();
    await binding.show({ placeholder: 'Search', onSuccess() {} });
    const session = listMounted()[0]?.pick('sandbox');
    expect(session?.options.provider).toBe('sandbox');
    await binding.remove();
    expect(listMounted()).toEqual([]);
    expect(() => session?.step('login')).not.toThrow();
  });
});

it.each([
  ['onSuccess', undefined],
  ['onSuccess', '/callback'],
  ['onExit', 'exit'],
  ['onEvent', null],
])('refuses a callback that is not a function, as open does: %s is %s', (name, value) => {
  const options = { clientId: 'app', onSuccess() {}, [name]: value };
  const refusal = { code: 'invalid_options', message: expect.stringContaining(name) };
  expect(() => taxConnectSelector(options as never)(element)).toThrow(
    expect.objectContaining(refusal),
  );
});

it('is a <div> of React with its attributes, and its ref leads to it', () => {
  const root = createRoot(element);
  const ref = createRef<HTMLDivElement>();
  const props = { clientId: 'app', onSuccess() {}, className: 'wide', ref };
  flushSync(() => root.render(createElement(ReactSelector, props)));
  expect(element.innerHTML).toBe('<div class="wide"></div>');
  expect(ref.current).toBe(element.firstElementChild);
  flushSync(() => root.unmount());
});

it('is drawn again when Vue’s application changes a property of its appearance', async () => {
  const appearance = reactive<{ theme: 'light' | 'dark' }>({ theme: 'light' });
  const app = createApp(() => h(VueSelector, { clientId: 'app', onSuccess() {}, appearance }));
  app.mount(element);
  appearance.theme = 'dark';
  await nextTick();

  expect(fakeConnect.selectors.map(({ isMounted }) => isMounted)).toEqual([false, true]);
  app.unmount();
});

describe('<tax-connect-selector>', () => {
  /** Its code has loaded, and has seen what has changed. */
  const settle = () => vi.dynamicImportSettled();

  async function show(attributes = '') {
    defineTaxConnectSelector({ clientId: 'app' });
    element.innerHTML = `<tax-connect-selector callback="/callback" ${attributes}></tax-connect-selector>`;
    await settle();
    return element.firstElementChild as HTMLElementTagNameMap['tax-connect-selector'];
  }

  it('is drawn once for several values, and not again when it is moved', async () => {
    const selector = await show();
    expect(listMounted()).toMatchObject([{ options: { clientId: 'app' } }]);
    selector.className = 'wide';
    document.body.append(selector);
    element.append(selector);
    await settle();
    expect(fakeConnect.selectors).toHaveLength(1);

    selector.setAttribute('placeholder', 'Find');
    selector.setAttribute('locale', 'de');
    await settle();
    expect(listMounted()).toMatchObject([{ options: { placeholder: 'Find', locale: 'de' } }]);
    expect(fakeConnect.selectors).toHaveLength(2);
  });

  it('is drawn in jsdom, whose shadow roots have no style sheets, so that it can say that it failed', async () => {
    const name = 'adoptedStyleSheets';
    const { prototype } = ShadowRoot;
    const styles = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    Reflect.deleteProperty(prototype, name);
    vi.stubGlobal('CSSStyleSheet', class {});
    await show();
    Object.defineProperty(prototype, name, styles);
    vi.unstubAllGlobals();
    expect(listMounted()).toHaveLength(1);
  });

  it.each([
    ['accent-color', '#123456', { appearance: { accentColor: '#123456' } }],
    ['border-radius', '4px', { appearance: { borderRadius: '4px' } }],
    ['display', 'popup', { display: 'popup' }],
    ['font-family', 'serif', { appearance: { fontFamily: 'serif' } }],
    ['locale', 'de', { locale: 'de' }],
    ['placeholder', 'Find', { placeholder: 'Find' }],
    ['theme', 'dark', { appearance: { theme: 'dark' } }],
  ])('is drawn again for another %s', async (name, value, options) => {
    const selector = await show();
    selector.setAttribute(name, value);
    await settle();
    expect(listMounted()).toMatchObject([{ options }]);
    expect(fakeConnect.selectors).toHaveLength(2);
  });

  it('is removed with the element, and leaves the session, which the document hears of', async () => {
    const selector = await show();
    const session = listMounted()[0]?.pick('sandbox');
    expect(session?.options.provider).toBe('sandbox');
    selector.remove();
    await settle();
    expect(listMounted()).toEqual([]);

    const heard = vi.fn();
    document.addEventListener('tax-connect-exit', heard, { once: true });
    session?.deny();
    expect(heard.mock.lastCall?.[0]).toMatchObject({ detail: { reason: 'denied' } });
  });

  it('has the session of a property, also of one that was set first, but not of an attribute', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const selector = await show('client-id="evil" session="of-a-stranger"');
    expect(listMounted()).toMatchObject([{ options: { clientId: 'app', session: undefined } }]);
    expect(warn.mock.calls.join()).toMatch(/client-id is ignored.*session is ignored/);

    selector.session = 'of-the-page';
    await settle();
    expect(listMounted()).toMatchObject([{ options: { session: 'of-the-page' } }]);

    selector.state = 'of-the-user';
    await settle();
    expect(listMounted()).toMatchObject([{ options: { state: 'of-the-user' } }]);
    // It warns once of each.
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });

  it('says that the backend has accepted the code, and not that it has refused it', async () => {
    await show();
    const heard: string[] = [];
    element.addEventListener('tax-connect-connected', () => void heard.push('connected'));
    for (const status of [400, 204]) {
      vi.stubGlobal('fetch', async () => new Response(null, { status }));
      await listMounted()[0]
        ?.pick('sandbox')
        .succeed('code')
        .catch(() => {});
      vi.unstubAllGlobals();
      expect(heard).toEqual(status === 204 ? ['connected'] : []);
    }
  });
});
