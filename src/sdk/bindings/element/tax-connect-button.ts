import { ConnectError, type ConnectSession, forwardCode, type OpenOptions } from 'tax-connect';
import { type ConnectionState, createConnection } from '../core/connection.ts';

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
  readonly #connection = createConnection(() => this.#readOptions());
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
    this.#assertCallback();
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

  #readOptions(): OpenOptions {
    const read = (name: string) => this.getAttribute(name) || undefined;
    return {
      clientId: read('client-id') ?? '',
      connectUrl: read('connect-url'),
      provider: read('provider'),
      locale: read('locale'),
      // `open` refuses any other value and names the option.
      display: read('display') as OpenOptions['display'],
      state: read('state'),
      onSuccess: (result) => forwardCode(read('callback') ?? '')(result),
      onExit: (exit) => this.#tell('exit', exit),
      onEvent: (event) => this.#tell('event', event),
    };
  }

  #assertCallback(): void {
    const callback = this.getAttribute('callback');
    if (callback) forwardCode(callback);
    else {
      const text = "tax-connect-button: the attribute callback must be your backend's address.";
      throw new ConnectError('invalid_options', text);
    }
  }

  #tell(name: string, detail: object | null = null): void {
    const options = { detail, bubbles: true, composed: true };
    this.dispatchEvent(new CustomEvent(`tax-connect-${name}`, options));
  }
}

/** Registers `<tax-connect-button>`; does nothing on a server or when it is registered already. */
export function defineTaxConnectButton(): void {
  const registry = globalThis.customElements;
  if (registry && !registry.get('tax-connect-button')) {
    registry.define('tax-connect-button', TaxConnectButton);
  }
}
