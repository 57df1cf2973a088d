import { ConnectError } from '../../protocol/errors.ts';
import { isLoopback } from '../../protocol/loopback.ts';
import type { MountedSelector, SelectorOptions } from '../api.ts';
import { assertBrowser } from '../open/assert-browser.ts';
import { loadSession } from '../open/load-session.ts';
import { open } from '../open/open.ts';
import { optionRules } from '../open/option-rules.ts';
import { parseOptions } from '../open/options.ts';
import { preload } from '../open/preload.ts';
import type { SelectorHandle } from './selector-in-page.ts';

/**
 * Draws the search and the list of providers into the page, in the shadow root of a new child of an element. When the
 * user picks a provider, Connect opens at the provider's login. The list is loaded when the selector is in view and
 * has been focused or pointed at. A second call with the same element replaces its selector.
 *
 * The selector fills the element's height. If the element has no height, the selector is 28 em high.
 *
 * @param element - the parent of the selector, in the document or in a shadow root
 * @param options - see `SelectorOptions`; `clientId` and `onSuccess` are required. When `signal` aborts, the selector
 *   is removed, too
 * @returns the selector; call its `unmount` when the page no longer needs it
 * @throws {ConnectError} `invalid_options` when the element or an option is missing or wrong, `unsupported_browser`
 *   on a server
 * @example
 * ```ts
 * import { forwardCode, mountSelector } from 'tax-connect';
 *
 * const element = document.createElement('div');
 * document.body.append(element);
 * const selector = mountSelector(element, {
 *   clientId: 'my_app',
 *   onSuccess: forwardCode('/callback'),
 * });
 * // When your application removes the element:
 * selector.unmount();
 * ```
 */
export function mountSelector(element: Element, options: SelectorOptions): MountedSelector {
  assertBrowser();
  const settings = parseOptions({ ...options, element }, 'element', 'clientId', 'onSuccess');
  const handle: SelectorHandle = {
    session: null,
    unmount: () => drawn.then((remove) => remove?.()),
  };
  const parts = { open, preload, rules: optionRules, isLoopback, ConnectError };
  const drawn = loadSession()
    .then((chunk) => chunk.mountSelector(handle, settings, parts))
    .catch((cause) => {
      // Without this code, no text can be drawn, so only the host learns of the failure, as from `open`.
      const options = { retryable: true, cause };
      const error = new ConnectError('load_timeout', 'Connect did not start.', options);
      settings.onEvent?.({ name: 'failed', error, sessionId: '', timestamp: Date.now() });
    });
  return handle;
}
