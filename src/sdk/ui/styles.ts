/**
 * Adds a style sheet to a shadow root. Constructable style sheets are allowed by every host CSP; `<style>`
 * is not.
 *
 * @param css - text of a style sheet
 */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
}
