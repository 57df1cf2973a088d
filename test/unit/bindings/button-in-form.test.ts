// @vitest-environment happy-dom
import { createElement, createRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { defineTaxConnectButton } from '../../../src/sdk/bindings/element/tax-connect-button.ts';
import { TaxConnectButton as ReactButton } from '../../../src/sdk/bindings/react/tax-connect-button.ts';
import { taxConnect } from '../../../src/sdk/bindings/svelte/tax-connect.ts';
import { TaxConnectButton as VueButton } from '../../../src/sdk/bindings/vue/tax-connect-button.ts';
import { fakeConnect } from '../../../src/sdk/testing-fake.ts';

vi.mock('tax-connect', () => import('../../support/bindings/apps/fake-sdk.ts'));

afterEach(() => fakeConnect.reset());

/** Puts a button of the page, or none, into `<tax-connect-button>`. */
function putIntoElement(...buttons: readonly HTMLButtonElement[]): HTMLElement {
  defineTaxConnectButton();
  const element = document.createElement('tax-connect-button');
  element.setAttribute('client-id', 'test_app');
  element.setAttribute('callback', '/callback');
  element.append(...buttons);
  return element;
}

function attach(button: HTMLButtonElement): Element {
  taxConnect({ clientId: 'test_app', onSuccess() {} })(button);
  return button;
}

function addForm(onSubmit: () => void): HTMLFormElement {
  const form = document.body.appendChild(document.createElement('form'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit();
  });
  return form;
}

/** Presses a button in a form. @returns what happened */
function press(prepare: (button: HTMLButtonElement) => Element, type: string | null): string[] {
  const seen: string[] = [];
  const form = addForm(() => void seen.push('submitted'));
  const button = document.createElement('button');
  if (type !== null) button.setAttribute('type', type);
  form.append(prepare(button));
  button.click();
  if (fakeConnect.sessions.length > 0) seen.push('opened');
  form.remove();
  return seen;
}

it.each([
  ['the element', putIntoElement],
  ['an attachment of Svelte', attach],
])('an untyped button with %s opens Connect and submits no form', (_, prepare) => {
  expect(press(prepare, null)).toEqual(['opened']);
  fakeConnect.reset();
  // The page wants both.
  expect(press(prepare, 'submit')).toEqual(['submitted', 'opened']);
});

it.each([
  ['its own button', () => []],
  ['a button of the page', () => [document.createElement('button')]],
])('a script opens Connect by clicking the element with %s', (_, create) => {
  const element = document.body.appendChild(putIntoElement(...create()));
  // A person's click beside the button opens nothing.
  const click = new MouseEvent('click', { bubbles: true });
  element.dispatchEvent(Object.defineProperty(click, 'isTrusted', { value: true }));
  expect(fakeConnect.sessions).toHaveLength(0);
  element.click();
  expect(fakeConnect.sessions).toHaveLength(1);
  element.remove();
});

const options = { clientId: 'test_app', onSuccess() {}, state: 'of-ada', session: 'secret' };

/** Renders the button of a binding. `read` gives what its ref leads to. */
interface Rendered {
  read(): unknown;
  unmount(): void;
}

function renderReact(form: HTMLFormElement): Rendered {
  const ref = createRef<HTMLButtonElement>();
  const root = createRoot(form);
  flushSync(() => root.render(createElement(ReactButton, { ...options, ref, title: 'Mine' })));
  return { read: () => ref.current, unmount: () => flushSync(() => root.unmount()) };
}

function renderVue(form: HTMLFormElement): Rendered {
  let exposed: unknown;
  const ref = (instance: unknown) => {
    exposed = instance;
  };
  const app = createApp(() => h(VueButton, { ...options, ref, title: 'Mine' }));
  app.mount(form);
  return { read: () => exposed, unmount: () => app.unmount() };
}

it.each([
  ['React', renderReact, { title: 'Mine' }],
  ['Vue', renderVue, { isOpen: true, step: 'loading', error: null }],
])('the button of %s is a plain one that opens a dialog, and gives a ref', (_, render, given) => {
  const submit = vi.fn();
  const form = addForm(submit);
  const { read, unmount } = render(form);
  form.querySelector('button')?.click();

  expect(form.innerHTML).toBe(
    '<button type="button" aria-haspopup="dialog" title="Mine"></button>',
  );
  expect(fakeConnect.last.options).toMatchObject({ state: 'of-ada', session: 'secret' });
  expect(submit).not.toHaveBeenCalled();
  expect(read()).toMatchObject(given);
  unmount();
  form.remove();
});

it('the element passes its attributes on, and its properties before them', () => {
  const element = putIntoElement() as HTMLElementTagNameMap['tax-connect-button'];
  const attributes = {
    ...{ 'connect-url': 'https://connect.example/connect', display: 'popup', locale: 'de' },
    ...{ provider: 'acme', state: 'of-ada', session: 'secret', theme: 'dark' },
    ...{ 'accent-color': '#123456', 'font-family': 'serif', 'border-radius': '4px' },
  };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  element.open();
  const { display, locale, provider, state, session } = attributes;
  const appearance = { theme: 'dark', accentColor: '#123456', fontFamily: 'serif' };
  expect(fakeConnect.last.options).toMatchObject({
    ...{ clientId: 'test_app', display, locale, provider, state, session },
    ...{
      connectUrl: attributes['connect-url'],
      appearance: { ...appearance, borderRadius: '4px' },
    },
  });
  element.close();

  const own = { provider: 'other', state: 'of-eve', session: 'second' };
  Object.assign(element, own);
  element.open();
  expect(fakeConnect.last.options).toMatchObject(own);
  expect(element).toMatchObject(own);
  fakeConnect.last.fail('server_error');
  expect(element.error?.code).toBe('server_error');
  element.remove();
});
