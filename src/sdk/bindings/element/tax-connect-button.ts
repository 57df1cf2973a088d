import { type ConnectSession, shieldEvents } from 'tax-connect';
import { type ConnectionState, createConnection } from '../core/connection.ts';
import { createInnerButton } from './inner-button.ts';
import {
  checkCallback,
  createReader,
  type PageOnlyValues,
  pin,
  refuse,
  type TaxConnectButtonPins,
  takePageOnlyValues,
  warnOfIgnored,
} from './pinned.ts';
import { createTeller, readOptions } from './read-options.ts';

/**
 * The element `<tax-connect-button>`. Attributes are read at each opening and each callback.
 *
 * `session`, `state` and `provider` decide who gets the connection. These properties take precedence over their
 * attributes. If the page has pinned values, these attributes are ignored, because others may have written them.
 */
export interface TaxConnectButtonElement extends HTMLElement, ConnectionState, PageOnlyValues {
  /**
   * Opens Connect without a click. If another component's session is open, shows and returns that one.
   *
   * @throws {ConnectError} `invalid_options` when an attribute is missing or wrong
   */
  open(): ConnectSession;
  /** Closes the session that this element opened. */
  close(): void;
}

/** A server has no elements, but may import this file. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

class TaxConnectButton extends Base implements TaxConnectButtonElement {
  readonly #own = takePageOnlyValues(this);
  readonly #read = createReader(this, this.#own);
  readonly #tell = createTeller(this);
  readonly #connection = createConnection(() => readOptions(this.#read, this.#tell));
  readonly #showButton = createInnerButton(this);
  #releases: (() => void)[] = [];

  constructor() {
    super();
    this.addEventListener('click', (event) => {
      const path = event.composedPath();
      const isButton = (target: EventTarget) => target instanceof HTMLButtonElement;
      const isPressed = path.slice(0, path.indexOf(this)).some(isButton);
      if (isPressed && !event.defaultPrevented) this.open();
    });
  }

  get session() {
    return this.#read('session');
  }

  set session(value) {
    this.#own.set('session', value);
  }

  get state() {
    return this.#read('state');
  }

  set state(value) {
    this.#own.set('state', value);
  }

  get provider() {
    return this.#read('provider');
  }

  set provider(value) {
    this.#own.set('provider', value);
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
    const callback = this.#read('callback');
    if (!callback) refuse("the attribute callback must be your backend's address");
    checkCallback(callback);
    warnOfIgnored(this, this.#read);
    const wasOpen = this.isOpen;
    const session = this.#connection.open();
    if (wasOpen || !this.isOpen) return session;
    void session.finished.then(({ status }) => {
      if (status === 'connected') this.#tell('connected');
    });
    return session;
  }

  close(): void {
    this.#connection.close();
  }
}

/**
 * Registers `<tax-connect-button>`; it does nothing on a server. A page whose users can write markup should pin all
 * three values. Then no element can post to another address, open another Connect page, or connect an account in a
 * session of someone else.
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
  const registry = globalThis.customElements;
  if (!registry) return;
  const isRegistered = registry.get('tax-connect-button') !== undefined;
  pin(pins, isRegistered);
  if (!isRegistered) registry.define('tax-connect-button', TaxConnectButton);
}
