/** Words that the search ignores, because they say nothing about the subject of a question. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'about an and any are as at be by can could did do does for from get happen happens has have how i if in into is it its me ' +
    'my need of on or our parameter please should so that the their them then there this to use using want was ' +
    'we what when where which who why will with would you your a'
  ).split(' '),
);

const endings: readonly (readonly [ending: RegExp, rest: string])[] = [
  [/(?<=\w{2})ies$/, 'y'],
  [/(?<=\w{3})(?:ing|ed)$/, ''],
  [/(?<=\w{2}(?:ch|sh|ss|x))es$/, ''],
  [/(?<=\w{2}[^s])s$/, ''],
];

/** @returns the word in lower case and without its grammatical ending, so that "verifies" and "verify" become equal */
export function toTerm(word: string): string {
  const small = word.toLowerCase();
  if (small.includes('_')) return small;
  const found = endings.find(([ending]) => ending.test(small));
  return found === undefined ? small : small.replace(...found);
}

/** @returns the words of a search text without stop words. If it has only stop words, returns all its words */
export function readWords(query: string): readonly string[] {
  const words = query.split(/[\s?!,.]+/).filter((word) => word !== '');
  const telling = words.filter((word) => !stopWords.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
}
