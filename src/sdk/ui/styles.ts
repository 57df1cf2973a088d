import base from './base.css?inline';

/**
 * Styles a shadow root. Constructable style sheets are allowed by every host CSP; `<style>` is not.
 *
 * @param root - the shadow root
 * @param css - text of the style sheets beyond the common one
 */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(base + css);
  root.adoptedStyleSheets = [sheet];
}
