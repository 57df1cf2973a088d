import { describe, expect, it } from 'vitest';
import { readSources } from './source-files.ts';
import { findVisibleStrings } from './visible-strings.ts';

/** Every file that draws, except the texts themselves. */
const sources = readSources(['src/sdk/ui', 'src/connect/page'], /^(?!.*\/locales\/).*\.tsx?$/);

describe('the texts for users', () => {
  it('come from the languages, everywhere in the modal and on the Connect page', () => {
    // A search without files would find nothing.
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.flatMap(([path, text]) => findVisibleStrings(path, text))).toEqual([]);
  });

  it.each([
    ['<p>{name} är klar</p>', 'är klar'],
    [`<p>{isOpen ? text.close : \`Open \${name}\`}</p>`, 'Open …'],
    ['<button aria-label={isOpen ? "Close" : text.open} />', 'Close'],
    ['frame.setAttribute("title", "Connect");', 'Connect'],
    ['note.textContent = isLate ? "Too late" : "";', 'Too late'],
  ])('are reported outside the languages: %s', (source, text) => {
    expect(findVisibleStrings('planted.tsx', `\n${source}`)).toEqual([`planted.tsx:2: ${text}`]);
  });

  it.each([
    '<p> {name} – {count}: 100 % </p>',
    '<p class="waiting" id="note" role="status" dir="ltr" lang="en">{" "}</p>',
    'frame.setAttribute("allow", "clipboard-write");',
    'throw new Error("A view was rendered outside of PageProvider.");',
  ])('are not found in: %s', (source) => {
    expect(findVisibleStrings('planted.tsx', source)).toEqual([]);
  });
});
