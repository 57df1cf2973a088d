/**
 * @param like - an English text, or a group of texts
 * @param text - the same in the language
 * @returns the texts in the order of the English ones
 */
export function packTexts(like: unknown, text: unknown): string[] {
  if (typeof text === 'object' && text !== null && 'other' in text) return [packForms(text)];
  if (typeof like === 'object' && like !== null) {
    return Object.entries(like).flatMap(([key, part]) =>
      packTexts(part, Reflect.get(Object(text), key)),
    );
  }
  if (typeof text !== 'string' || text.includes('\n')) {
    throw new Error(`A text is missing, or has more than one line: ${text}`);
  }
  return [text];
}

/** Packs plural forms as `one=# result|other=# results`. */
function packForms(forms: object): string {
  return Object.entries(forms)
    .map(([category, text]) => {
      if (/[|=\n]/.test(text)) throw new Error(`A plural form must not contain | or =: ${text}`);
      return `${category}=${text}`;
    })
    .join('|');
}
