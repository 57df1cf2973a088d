import { readLines, writeLines } from './pages/settings/purpose-lines.ts';

/** The unsaved values of inputs, by the ID of the input: a typed text, or whether a box or button is checked. */
export type Edits = Map<string, string | boolean>;

/** Search fields and passwords do not count as unsaved edits, nor does a colour, which a text field has, too. */
export function findEdits(root: ParentNode): Edits {
  const selector = 'form :is(input:not([type="password"], [type="color"]), textarea)';
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

/** Removes what forms do not save: surrounding blanks, leading zeros of numbers, and empty lines of a purpose. */
function normalize({ inputMode, type }: HTMLInputElement, value: string): string {
  const text = value.trim();
  if (type === 'textarea') {
    const read = readLines(text);
    return 'wrong' in read ? text : writeLines(read.purpose);
  }
  return inputMode === 'numeric' ? text.replace(/^0+(?=\d)/, '') : text;
}
