/** Adds a constructable style sheet, which every CSP allows. A host's CSP may not allow `<style>`. */
export function adoptStyles(sheets: CSSStyleSheet[], css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.push(sheet);
  return sheet;
}
