import { type ConnectSession, shieldEvents } from 'tax-connect';
import { type ConnectionState, createConnection } from '../core/connection.ts';
import { openByClick } from '../core/open-by-click.ts';
import { Base, createValues } from './element-values.ts';
import { createInnerButton } from './inner-button.ts';
import { type PageOnlyValues, pin, type TaxConnectButtonPins } from './pinned.ts';

/**
 * The element `<tax-connect-button>`. Attributes are read at each opening and each callback.
 *
 * `session`, `state` and `provider` decide who gets the connection. These properties take precedence over their
 * attributes. If the page has pinned values, the three attributes are ignored, because users may have written them.
 */
export interface TaxConnectButtonElement extends HTMLElement, ConnectionState, PageOnlyValues {
  /**
   * Opens Connect without a click. If another component's session is open, that session is shown and returned.
   *
   * @throws {ConnectError} `invalid_options` when an attribute is missing or wrong
   */
  open(): ConnectSession;
  /** Closes the session that this element opened. */
  close(): void;
}

const name = 'tax-connect-button';

class TaxConnectButton extends Base implements TaxConnectButtonElement {
  readonly #values = createValues(this);
  readonly #connection = createConnection(this.#values.readOptions);
  readonly #showButton = createInnerButton(this);
  #releases: (() => void)[] = [];

  constructor() {
    super();
    this.addEventListener('click', (event) => {
      const path = event.composedPath();
      const isButton = (target: EventTarget) => target instanceof HTMLButtonElement;
      // A script presses the element itself, by its method `click`, and so does Cypress.
      const isByScript = path[0] === this && !event.isTrusted;
      const pressed = isByScript ? this : path.slice(0, path.indexOf(this)).find(isButton);
      if (pressed) openByClick(event, pressed, () => this.open());
    });
  }

  get session() {
    return this.#values.read('session');
  }

  set session(value) {
    this.#values.set('session', value);
  }

  get state() {
    return this.#values.read('state');
  }

  set state(value) {
    this.#values.set('state', value);
  }

  get provider() {
    return this.#values.read('provider');
  }

  set provider(value) {
    this.#values.set('provider', value);
  }

  get isOpen() {
    return this.#connection.getState().isOpen;
  }

  get step() {
    return this.#connection.getState().step;
  }

  get error() {
    return this.#connection.getState().error;
  }

  connectedCallback(): void {
    this.#releases = [shieldEvents(), this.#showButton(), this.#connection.mount()];
  }

  disconnectedCallback(): void {
    for (const release of this.#releases) release();
  }

  open(): ConnectSession {
    this.#values.check();
    const wasOpen = this.isOpen;
    const session = this.#connection.open();
    if (wasOpen || !this.isOpen) return session;
    void session.finished.then(({ status }) => {
      if (status === 'connected') this.#values.tell('connected');
    });
    return session;
  }

  close(): void {
    this.#connection.close();
  }
}

/**
 * Registers `<tax-connect-button>`; it does nothing on a server. A page whose users can write markup should pin
 * `clientId`, `connectUrl` and `callback`. Then no element can post to another address, open another Connect page, or
 * connect an account in a session of someone else.
 *
 * @param pins - values that replace the attributes of every element
 * @throws {ConnectError} `invalid_options` for a wrong value, and when the element is already registered with other
 *   values
 * @example
 * ```ts
 * import { defineTaxConnectButton } from 'tax-connect/element';
 *
 * defineTaxConnectButton({ clientId: 'my_app', callback: '/callback' });
 * const element = document.createElement('tax-connect-button');
 * element.textContent = 'Connect';
 * element.addEventListener('tax-connect-connected', () => location.reload());
 * document.body.append(element);
 * ```
 */
export function defineTaxConnectButton(pins: TaxConnectButtonPins = {}): void {
  const registry = pin(pins);
  if (registry && !registry.get(name)) registry.define(name, TaxConnectButton);
}

declare global {
  interface HTMLElementTagNameMap {
    'tax-connect-button': TaxConnectButtonElement;
  }
}
