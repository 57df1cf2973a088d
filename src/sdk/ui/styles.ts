/**
 * Adds a style sheet to those of a shadow root or a document. Every host's CSP allows constructable style sheets, but
 * not `<style>`.
 */
export function adoptStyles(sheets: CSSStyleSheet[], css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.push(sheet);
  return sheet;
}
