/**
 * A field has an edit while its value differs from its initial one. What is only searched for is no edit.
 *
 * @param root - the document, or a part of it
 * @returns whether a form has an edit
 */
export function hasUnsavedEdits(root: ParentNode): boolean {
  const inputs = root.querySelectorAll<HTMLInputElement>('form input:not([type="radio"])');
  return [...inputs].some(
    (input) => input.value !== input.defaultValue && input.closest('search') === null,
  );
}
