import type { ConnectResult } from 'tax-connect';
import { bindSelector } from '../core/selector.ts';
import type { ElementValues } from './element-values.ts';

/** Draws the selector, and again when an attribute changes. Call the returned function after other changes. */
export function bindElement(element: HTMLElement, values: ElementValues): () => void {
  const { read, readOptions, tell } = values;
  const box = createBox(element);
  const binding = bindSelector();
  const readSelector = () => {
    const { provider: _, onSuccess, ...options } = readOptions();
    return {
      ...options,
      placeholder: read('placeholder'),
      onSuccess: async (result: ConnectResult) => {
        await onSuccess(result);
        tell('connected');
      },
    };
  };
  const update = () => {
    if (element.isConnected) {
      values.check();
      binding.update(box, readSelector);
    } else binding.close();
  };
  new MutationObserver(update).observe(element, { attributes: true });
  return update;
}

/** Creates the box for the selector in a shadow root, because the content of the element belongs to the page. */
function createBox(element: HTMLElement): HTMLElement {
  const root = element.attachShadow({ mode: 'open' });
  // Old browsers, and jsdom in tests, have no such style sheets. The selector then reports that it cannot be drawn.
  if ('adoptedStyleSheets' in root) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':host(:not([hidden])){display:block}div{block-size:100%}');
    root.adoptedStyleSheets = [sheet];
  }
  return root.appendChild(element.ownerDocument.createElement('div'));
}
