import { type ConnectAppearance, forwardCode, type OpenOptions } from 'tax-connect';
import { checkCallback } from './pinned.ts';

/**
 * @param read - reads an attribute
 * @param tell - dispatches an event of the element
 * @returns the options of `open`, which refuses wrong values and names the option
 */
export function readOptions(
  read: (name: string) => string | undefined,
  tell: (name: 'exit' | 'event', detail: object) => void,
): OpenOptions {
  return {
    clientId: read('client-id') ?? '',
    connectUrl: read('connect-url'),
    provider: read('provider'),
    locale: read('locale'),
    display: read('display') as OpenOptions['display'],
    state: read('state'),
    session: read('session'),
    appearance: {
      theme: read('theme') as ConnectAppearance['theme'],
      accentColor: read('accent-color'),
      fontFamily: read('font-family'),
      borderRadius: read('border-radius'),
    },
    onSuccess(result) {
      const callback = read('callback') ?? '';
      checkCallback(callback);
      return forwardCode(callback)(result);
    },
    onExit: (exit) => tell('exit', exit),
    onEvent: (event) => tell('event', event),
  };
}

/** Creates the function that dispatches an event of the element. */
export function createTeller(element: Element) {
  return (name: string, detail: object | null = null): void => {
    const create = () =>
      new CustomEvent(`tax-connect-${name}`, { detail, bubbles: true, composed: true });
    element.dispatchEvent(create());
    // The event of a removed element does not bubble to the document.
    if (!element.isConnected) element.ownerDocument.dispatchEvent(create());
  };
}
