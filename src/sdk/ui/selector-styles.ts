import baseCss from './base.css?inline';
import selectorCss from './selector.css?inline';
import { adoptStyles } from './styles.ts';

/**
 * Adds the styles of the selector, and more. They are in a function, so that chunks share them: a bundler repeats a
 * constant.
 */
export function adoptSelectorStyles(sheets: CSSStyleSheet[], css = ''): CSSStyleSheet {
  return adoptStyles(sheets, baseCss + selectorCss + css);
}
