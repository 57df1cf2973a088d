/** Typed texts and choices that are not saved, by the ID of the input. */
export type Edits = Map<string, string | boolean>;

/**
 * An input has an edit while its value, or whether it is checked, differs from its initial one. Search fields do not
 * count as unsaved edits.
 *
 * @param root - the document, or a part of it
 */
export function findEdits(root: ParentNode): Edits {
  const selector = 'form :is(input:not([type="password"]), textarea)';
  const inputs = [...root.querySelectorAll<HTMLInputElement>(selector)];
  const edited = inputs.filter((input) => input.closest('search') === null && isEdited(input));
  return new Map(edited.map((input) => [input.id, isChoice(input) ? input.checked : input.value]));
}

function isEdited(input: HTMLInputElement): boolean {
  if (isChoice(input)) return input.checked !== input.defaultChecked;
  return normalize(input, input.value) !== normalize(input, input.defaultValue);
}

function isChoice({ type }: HTMLInputElement): boolean {
  return type === 'radio' || type === 'checkbox';
}

/** Normalizes a value as the forms save it: without surrounding blanks, and numbers without leading zeros. */
function normalize({ inputMode }: HTMLInputElement, value: string): string {
  const text = value.trim();
  return inputMode === 'numeric' ? text.replace(/^0+(?=\d)/, '') : text;
}
