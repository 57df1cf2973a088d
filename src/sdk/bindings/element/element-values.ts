import { forwardCode, type OpenOptions } from 'tax-connect';
import { readOptions } from './attributes.ts';
import {
  checkCallback,
  createReader,
  type PageOnlyValues,
  refuse,
  takePageOnlyValues,
  warnOfIgnored,
} from './pinned.ts';

/** The base class of the elements: an empty class on a server, which has no `HTMLElement` but can import this file. */
export const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

export type ElementValues = ReturnType<typeof createValues>;

export function createValues(element: Element) {
  const own = takePageOnlyValues(element);
  const read = createReader(element, own);
  const tell = createTeller(element);
  return {
    /** Reads a value by the name of its attribute: the value that the page has pinned, the property, or the attribute. */
    read,
    set(name: keyof PageOnlyValues, value: string | undefined): void {
      own.set(name, value);
    },
    /** Refuses a wrong callback, and warns of ignored attributes. Call it before `readOptions`. */
    check(): void {
      const callback = read('callback');
      if (!callback) refuse("callback must be your backend's address");
      checkCallback(callback);
      warnOfIgnored(element, read);
    },
    readOptions: (): OpenOptions => ({
      ...readOptions(read),
      onSuccess(result) {
        const callback = read('callback') ?? '';
        checkCallback(callback);
        return forwardCode(callback)(result);
      },
      onExit: (exit) => tell('exit', exit),
      onEvent: (event) => tell('event', event),
    }),
    tell,
  };
}

function createTeller(element: Element) {
  return (name: string, detail?: object): void => {
    const create = () =>
      new CustomEvent(`tax-connect-${name}`, { detail, bubbles: true, composed: true });
    element.dispatchEvent(create());
    // The event of a removed element does not bubble to the document, so the document gets a separate one.
    if (!element.isConnected) element.ownerDocument.dispatchEvent(create());
  };
}
