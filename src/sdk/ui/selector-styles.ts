import baseCss from './base.css?inline';
import selectorCss from './selector.css?inline';
import { adoptStyles } from './styles.ts';

/** Adds the selector's styles and `css`. A function, because a bundler would copy a constant into each chunk. */
export function adoptSelectorStyles(sheets: CSSStyleSheet[], css = ''): CSSStyleSheet {
  return adoptStyles(sheets, baseCss + selectorCss + css);
}
