/**
 * Adds a style sheet to `adoptedStyleSheets` of a shadow root or a document. Every CSP allows constructable style
 * sheets, but a host's CSP may not allow `<style>`.
 */
export function adoptStyles(sheets: CSSStyleSheet[], css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.push(sheet);
  return sheet;
}
