/**
 * Adds a style sheet to a shadow root or a document. Every host's CSP allows constructable style sheets, but not
 * `<style>`.
 *
 * @param sheets - the adopted style sheets
 * @param css - text of a style sheet
 * @returns the new style sheet
 */
export function adoptStyles(sheets: CSSStyleSheet[], css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.push(sheet);
  return sheet;
}
