import type { Attachment } from 'svelte/attachments';
import type { SelectorOptions } from 'tax-connect';
import { bindSelector } from '../core/selector.ts';

interface Drawn {
  readonly binding: ReturnType<typeof bindSelector>;
  read: () => SelectorOptions;
  users: number;
}

/** The selector of each element. It stays when Svelte runs the attachment again, as it does for each changed value. */
const drawings = new WeakMap<Element, Drawn>();

/**
 * Draws the selector into an element: `<div {@attach taxConnectSelector(options)}></div>`. Removing the element does
 * not close an open modal.
 *
 * @param options - the options of `mountSelector`, or a function that returns them. The callbacks are read at each
 *   call; changing any other option draws the selector again
 * @example
 * ```ts
 * import { forwardCode } from 'tax-connect';
 * import { taxConnectSelector } from 'tax-connect/svelte';
 *
 * // In the script of a component; the attachment of its element is `selector`.
 * const selector = taxConnectSelector({ clientId: 'my_app', onSuccess: forwardCode('/callback') });
 * ```
 */
export function taxConnectSelector(
  options: SelectorOptions | (() => SelectorOptions),
): Attachment<Element> {
  const read = typeof options === 'function' ? options : () => options;
  return (element) => {
    const drawn = drawings.get(element) ?? createDrawn(read);
    drawn.read = read;
    drawn.binding.update(element);
    drawn.users += 1;
    drawings.set(element, drawn);
    return () => {
      drawn.users -= 1;
      queueMicrotask(() => {
        if (drawn.users > 0) return;
        drawn.binding.close();
        drawings.delete(element);
      });
    };
  };
}

function createDrawn(read: () => SelectorOptions): Drawn {
  const drawn: Drawn = { binding: bindSelector(() => drawn.read()), read, users: 0 };
  return drawn;
}
