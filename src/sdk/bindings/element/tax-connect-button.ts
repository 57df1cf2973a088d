import { type ConnectSession, forwardCode } from 'tax-connect';
import { type ConnectionState, createConnection } from '../core/connection.ts';
import { createReader, pin, refuse, type TaxConnectButtonPins, warnOfIgnored } from './pinned.ts';
import { readOptions } from './read-options.ts';

/** The element `<tax-connect-button>`. Attributes are read at each opening and each callback. */
export interface TaxConnectButtonElement extends HTMLElement, ConnectionState {
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
  readonly #read = createReader(this);
  readonly #connection = createConnection(() => readOptions(this.#read, this.#tell));
  readonly #observer = new MutationObserver(() => this.#fillButton());
  #button: HTMLButtonElement | undefined;

  constructor() {
    super();
    this.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button && this.contains(button) && !event.defaultPrevented) this.open();
    });
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
    this.#fillButton();
    this.#observer.observe(this, { childList: true });
  }

  disconnectedCallback(): void {
    this.#observer.disconnect();
    // An element that was moved within the document is connected again before this runs.
    queueMicrotask(() => {
      if (!this.isConnected) this.close();
    });
  }

  open(): ConnectSession {
    const callback = this.#read('callback');
    if (!callback) refuse("the attribute callback must be your backend's address");
    forwardCode(callback);
    warnOfIgnored(this);
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

  /** Wraps the element's content in a button, unless it contains one. The parser may add content later. */
  #fillButton(): void {
    if (this.#button?.parentNode !== this && this.querySelector('button')) return;
    this.#button ??= this.ownerDocument.createElement('button');
    this.#button.type = 'button';
    this.#button.setAttribute('aria-haspopup', 'dialog');
    this.#button.append(...[...this.childNodes].filter((node) => node !== this.#button));
    if (this.#button.parentNode !== this) this.append(this.#button);
  }

  readonly #tell = (name: string, detail: object | null = null): void => {
    const options = { detail, bubbles: true, composed: true };
    this.dispatchEvent(new CustomEvent(`tax-connect-${name}`, options));
  };
}

/**
 * Registers `<tax-connect-button>`; does nothing on a server. A page whose users can write markup should
 * pin all three values: then no element can post to another address, or open another Connect page.
 *
 * @param pins - values that count instead of the attributes of every element
 * @throws {ConnectError} `invalid_options` for a wrong value, and when the element is registered already
 *   with other values
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
