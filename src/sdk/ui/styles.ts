/**
 * Adds a style sheet to a shadow root or a document. Constructable style sheets are allowed by every host
 * CSP; `<style>` is not.
 *
 * @param sheets - the adopted ones
 * @param css - text of a style sheet
 * @returns the new one
 */
export function adoptStyles(sheets: CSSStyleSheet[], css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.push(sheet);
  return sheet;
}
