import baseCss from './base.css?inline';
import selectorCss from './selector.css?inline';
import { adoptStyles } from './styles.ts';

/**
 * Adds the style sheet of the selector, with `css` at its end. A function contains the styles, so that all chunks share
 * them: a bundler would copy a constant into each chunk.
 */
export function adoptSelectorStyles(sheets: CSSStyleSheet[], css = ''): CSSStyleSheet {
  return adoptStyles(sheets, baseCss + selectorCss + css);
}
