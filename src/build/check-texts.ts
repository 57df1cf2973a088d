type Pair<Part = unknown> = readonly [english: Part, own: Part];

/** Compares a language with `en.json`: keys and placeholders. @returns a sentence for each fault, with its key */
export function findTextFaults(english: unknown, own: unknown, tag: string): readonly string[] {
  const faults = compare([english, own], '', tag);
  if (!isGroup(own)) return faults;
  const { lang, dir } = own;
  if (lang !== tag) faults.push(`lang must be ${tag}`);
  if (dir !== 'ltr' && dir !== 'rtl') faults.push('dir must be ltr or rtl');
  return faults.map((fault) => `${tag}.json: ${fault}`);
}

/** @param path - the keys that lead to the text, such as `modal.close` */
function compare([english, own]: Pair, path: string, tag: string): string[] {
  if (typeof english === 'string') return compareTexts(english, own, path);
  if (!isGroup(english)) return [`${path} must be a text or a group`];
  if (!isGroup(own)) return [`${path} must be a group, as in en.json`];
  if ('by' in english) return compareForms([english, own], path, tag);
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const extra = subtract(Object.keys(own), Object.keys(english));
  return [
    ...extra.map((key) => `${at(key)} is not in en.json`),
    ...Object.entries(english).flatMap(([key, part]) =>
      key in own ? compare([part, own[key]], at(key), tag) : [`${at(key)} is missing`],
    ),
  ];
}

function compareTexts(english: string, own: unknown, path: string): string[] {
  if (typeof own !== 'string') return [`${path} must be a text, as in en.json`];
  if (own.trim() === '') return [`${path} is empty`];
  const expected = listPlaceholders(english);
  const found = listPlaceholders(own);
  return [
    ...subtract(expected, found).map((name) => `${path} must have ${name}`),
    ...subtract(found, expected).map((name) => `${path} has ${name}, but en.json has not`),
  ];
}

function subtract(names: readonly string[], others: readonly string[]): readonly string[] {
  return names.filter((name) => !others.includes(name));
}

/** Compares plural forms. A form for a single number, such as `one`, may leave out the placeholder of the number. */
function compareForms([english, own]: Pair<Group>, path: string, tag: string): string[] {
  const expected = listPlaceholders(`${english.other}`);
  const { by, ...forms } = own;
  const counted = `{${by}}`;
  if (!expected.includes(counted)) return [`${path}.by must name a placeholder of ${path}.other`];
  const required = listCategories(tag);
  const given = Object.keys(forms);
  const missing = given.join() === 'other' ? [] : subtract(required, given);
  return [
    ...subtract(given, required).map((one) => `${path}.${one} is not a plural category of ${tag}`),
    ...missing.map((category) => `${path}.${category} is missing`),
    ...Object.entries(forms).flatMap(([category, form]) => {
      const mayOmit = ['zero', 'one', 'two'].includes(category);
      const text = mayOmit ? `${form}${counted}` : form;
      return compareTexts(expected.join(), text, `${path}.${category}`);
    }),
  ];
}

/** Lists a language's plural categories of the numbers 0 to 100. People never see numbers with other categories. */
function listCategories(tag: string): readonly string[] {
  const rules = new Intl.PluralRules(tag);
  const categories = Array.from({ length: 101 }, (_, count) => rules.select(count));
  return [...new Set([...categories, 'other'])];
}

/** Lists the placeholders of a text. Lists a brace without its partner, too, because it would be shown to people. */
function listPlaceholders(text: string): readonly string[] {
  return [...new Set(text.match(/\{[^{}]*\}|[{}]/g) ?? [])];
}

type Group = Readonly<Record<string, unknown>>;

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
