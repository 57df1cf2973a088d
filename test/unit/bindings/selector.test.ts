// @vitest-environment happy-dom
import { createElement, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, shallowRef } from 'vue';
import { TaxConnectSelector as ReactSelector } from '../../../src/sdk/bindings/react/tax-connect-selector.ts';
import { taxConnectSelector } from '../../../src/sdk/bindings/svelte/tax-connect-selector.ts';
import { TaxConnectSelector as VueSelector } from '../../../src/sdk/bindings/vue/tax-connect-selector.ts';
import { fakeConnect } from '../../../src/sdk/testing-fake.ts';

vi.mock(
  'tax-connect',
  async () => (await import('../../../src/sdk/testing-fake.ts')).fakeConnect.module,
);

interface Shown {
  readonly placeholder: string;
  readonly onSuccess: (result: { code: string }) => void;
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
    flushSync(() => root.render(node));
  return {
    show: (shown) =>
      draw(
        createElement(
          StrictMode,
          null,
          createElement(ReactSelector, { clientId: 'app', ...shown }),
        ),
      ),
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
      const isSame = current?.placeholder === shown.placeholder;
      current = shown;
      // Svelte runs an attachment again when a value that it has read changes.
      if (isSame) return;
      detach?.();
      detach = attach(element);
    },
    remove: async () => detach?.(),
  };
}

const bindings = { React: bindReact, Vue: bindVue, Svelte: bindSvelte };

describe.each(Object.entries(bindings))('the selector of %s', (_, bind) => {
  const listMounted = () => fakeConnect.selectors.filter(({ isMounted }) => isMounted);

  it('calls the callback of the last render, and is not drawn again for it', async () => {
    const codes: string[] = [];
    const binding = bind();
    await binding.show({ placeholder: 'Search', onSuccess: () => void codes.push('stale') });
    const [selector] = listMounted();
    await binding.show({ placeholder: 'Search', onSuccess: ({ code }) => void codes.push(code) });
    expect(listMounted()).toEqual([selector]);
    await selector?.pick('sandbox').succeed('the code');
    expect(codes).toEqual(['the code']);
    await binding.remove();
  });

  it('is drawn again for another option, once', async () => {
    const binding = bind();
    await binding.show({ placeholder: 'Search', onSuccess() {} });
    await binding.show({ placeholder: 'Find', onSuccess() {} });
    expect(listMounted()).toMatchObject([{ options: { placeholder: 'Find' } }]);
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
