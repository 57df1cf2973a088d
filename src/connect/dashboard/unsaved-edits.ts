/**
 * A field has an edit while its value differs from its initial one. Search fields do not count as unsaved edits.
 *
 * @param root - the document, or a part of it
 * @returns whether a form has an edit
 */
export function hasUnsavedEdits(root: ParentNode): boolean {
  const inputs = root.querySelectorAll<HTMLInputElement>('form input:not([type="radio"])');
  return [...inputs].some(
    (input) =>
      normalize(input, input.value) !== normalize(input, input.defaultValue) &&
      input.closest('search') === null,
  );
}

/** Normalizes a value as the forms save it: without surrounding blanks, and numbers without leading zeros. */
function normalize({ inputMode }: HTMLInputElement, value: string): string {
  const text = value.trim();
  return inputMode === 'numeric' ? text.replace(/^0+(?=\d)/, '') : text;
}
