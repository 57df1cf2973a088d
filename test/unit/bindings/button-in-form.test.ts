// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { defineTaxConnectButton } from '../../../src/sdk/bindings/element/tax-connect-button.ts';
import { taxConnect } from '../../../src/sdk/bindings/svelte/tax-connect.ts';
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

/** Presses a button in a form. @returns what happened */
function press(prepare: (button: HTMLButtonElement) => Element, type: string | null): string[] {
  const seen: string[] = [];
  const form = document.body.appendChild(document.createElement('form'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    seen.push('submitted');
  });
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
