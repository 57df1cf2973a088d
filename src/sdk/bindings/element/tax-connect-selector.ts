import { Base, createValues } from './element-values.ts';
import { type PageOnlyValues, pin, type TaxConnectButtonPins } from './pinned.ts';

/** The element `<tax-connect-selector>`. Its `session` and `state` are those of `TaxConnectButtonElement`. */
export interface TaxConnectSelectorElement extends HTMLElement, Omit<PageOnlyValues, 'provider'> {}

const name = 'tax-connect-selector';

/** Loads the code of the selector, only on pages with a selector. A failed import is tried once more below. */
const load = () => import('./selector-in-element.ts');

class TaxConnectSelector extends Base implements TaxConnectSelectorElement {
  readonly #values = createValues(this);
  readonly #bound = load()
    .catch(load)
    .then(({ bindElement }) => bindElement(this, this.#values));

  get session() {
    return this.#values.read('session');
  }

  set session(value) {
    this.#values.set('session', value);
    this.#update();
  }

  get state() {
    return this.#values.read('state');
  }

  set state(value) {
    this.#values.set('state', value);
    this.#update();
  }

  connectedCallback(): void {
    this.#update();
  }

  disconnectedCallback(): void {
    this.#update();
  }

  /** Updates in a later microtask: several values set in one task cause one update, and moving the element none. */
  #update(): void {
    void this.#bound.then((update) => update());
  }
}

/**
 * Registers `<tax-connect-selector>`; it does nothing on a server. The element has the size that the page gives it.
 * Changing an attribute draws the selector again.
 *
 * @param pins - as in `defineTaxConnectButton`. Both elements have the same pinned values
 * @throws {ConnectError} `invalid_options` for a wrong value, and when an element is already registered with other
 *   values
 * @example
 * ```ts
 * import { defineTaxConnectSelector } from 'tax-connect/element';
 *
 * defineTaxConnectSelector({ clientId: 'my_app', callback: '/callback' });
 * const element = document.createElement('tax-connect-selector');
 * element.addEventListener('tax-connect-connected', () => location.reload());
 * document.body.append(element);
 * ```
 */
export function defineTaxConnectSelector(pins: TaxConnectButtonPins = {}): void {
  const registry = pin(pins);
  if (registry && !registry.get(name)) registry.define(name, TaxConnectSelector);
}

declare global {
  interface HTMLElementTagNameMap {
    'tax-connect-selector': TaxConnectSelectorElement;
  }
}
