import type { Attachment } from 'svelte/attachments';
import { createSubscriber } from 'svelte/reactivity';
import { type OpenOptions, shieldEvents } from 'tax-connect';
import {
  type Connection,
  type ConnectionControls,
  type ConnectionState,
  createConnection,
  type OpenOverrides,
} from '../core/connection.ts';
import { openByClick } from '../core/open-by-click.ts';

/** An attachment for a button, with the reactive state of its session, and functions to open and close Connect. */
export interface TaxConnectAttachment
  extends Attachment<HTMLElement>,
    ConnectionState,
    ConnectionControls {}

interface Holder {
  readonly connection: Connection;
  read: () => OpenOptions;
  users: number;
}

/** The holder of each element. It keeps the element's session when Svelte runs the attachment again. */
const holders = new WeakMap<Element, Holder>();

/**
 * Connects a tax account: `<button {@attach taxConnect(options)}>`. A click opens Connect, unless an earlier
 * attachment prevents the click's default. `onclick` cannot prevent it, because Svelte listens at the root of the
 * document. Removing the button closes the session that it opened.
 *
 * @param options - the options of `open`, or a function that returns them, called at each click and callback
 * @example
 * ```ts
 * import { forwardCode } from 'tax-connect';
 * import { taxConnect } from 'tax-connect/svelte';
 *
 * // In the script of a component; the button's attachment is `connect`.
 * const connect = taxConnect({ clientId: 'my_app', onSuccess: forwardCode('/callback') });
 * const label = () => (connect.error ? 'Try again' : 'Connect');
 * ```
 */
export function taxConnect(options: OpenOptions | (() => OpenOptions)): TaxConnectAttachment {
  const read = typeof options === 'function' ? options : () => options;
  let holder = createHolder(read);
  let followHolder = () => {};
  const subscribe = createSubscriber((update) => {
    let stop = holder.connection.subscribe(update);
    followHolder = () => {
      stop();
      stop = holder.connection.subscribe(update);
      update();
    };
    return () => stop();
  });
  const readState = () => {
    subscribe();
    return holder.connection.getState();
  };

  const attach = (element: HTMLElement) => {
    const before = holders.get(element);
    if (before !== undefined && before !== holder) {
      before.read = read;
      holder = before;
      followHolder();
    }
    holders.set(element, holder);
    const { connection } = holder;
    const handleClick = (event: Event) => openByClick(event, element, () => connection.open());
    element.addEventListener('click', handleClick);
    return holdFor(element, holder, () => element.removeEventListener('click', handleClick));
  };

  return Object.defineProperties(
    attach,
    Object.getOwnPropertyDescriptors({
      open: (overrides?: OpenOverrides) => holder.connection.open(overrides),
      close: () => holder.connection.close(),
      get isOpen() {
        return readState().isOpen;
      },
      get step() {
        return readState().step;
      },
      get error() {
        return readState().error;
      },
    }),
  ) as TaxConnectAttachment;
}

function createHolder(read: () => OpenOptions): Holder {
  const holder: Holder = { connection: createConnection(() => holder.read()), read, users: 0 };
  return holder;
}

/** @returns a function that ends the attachment, and the session unless the same task attaches the element again */
function holdFor(element: Element, holder: Holder, stop: () => void): () => void {
  holder.users += 1;
  const unshield = shieldEvents();
  const unmount = holder.connection.mount();
  return () => {
    stop();
    holder.users -= 1;
    if (holder.users === 0) unmount();
    queueMicrotask(() => {
      unshield();
      if (holder.users === 0) holders.delete(element);
    });
  };
}
