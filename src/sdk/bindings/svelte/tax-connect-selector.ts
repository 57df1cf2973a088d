import type { Attachment } from 'svelte/attachments';
import type { SelectorOptions } from 'tax-connect';
import { bindSelector } from '../core/selector.ts';

/** The binding of each element. It keeps the selector when Svelte runs the attachment again, for any changed value. */
const bindings = new WeakMap<Element, ReturnType<typeof bindSelector>>();

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
    const binding = bindings.get(element) ?? bindSelector();
    bindings.set(element, binding);
    binding.update(element, read);
    return binding.release;
  };
}
