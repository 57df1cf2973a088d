/// <reference path="../../../texts/modules.d.ts" />
import type { ConsentTexts } from 'tax-connect/providers';
import { texts as english } from '../../../texts/en.json?page';
import { consentLocales } from '../../shapes/unions.ts';
import { loadModule } from '../basics/load-module.ts';

/**
 * The maximum lengths of texts, in characters. Labels and kinds of data have shorter ones. All texts and names together
 * must fit into the request by which the Connect page sends Allow, see `decide.ts`.
 */
const maxLengths: Readonly<Partial<Record<string, number>>> = {
  title: 300,
  howLong: 300,
  howLongDays: 300,
  revokeBefore: 300,
  revokeAfter: 200,
  notShared: 300,
};
const maxLabelLength = 60;
const maxKindLength = 100;

/** People and programs find the buttons by their names, so an operator may not replace these. */
const { allow: _allow, deny: _deny, ...replaceable } = english.consent;

/** The rules for all texts that an operator may replace, by the keys of {@link listTexts}. */
const rules = new Map(
  listTexts('en', replaceable).map(([key, text]) => {
    const usualLength = key.startsWith('what.') ? maxKindLength : maxLabelLength;
    const placeholders = [...String(text).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    // Each placeholder of the page's own text must occur exactly once.
    const maxLength = maxLengths[key] ?? usualLength;
    return [key, { maxLength, placeholders: placeholders.sort() }] as const;
  }),
);

/**
 * Loads the operator's texts from the file in CONSENT_TEXTS, a path relative to the working directory. Undefined when
 * the setting is unset.
 *
 * @throws Error with the language, the text and the problem
 */
export async function loadConsentTexts(
  file: string | undefined,
): Promise<ConsentTexts | undefined> {
  return file === undefined ? undefined : await loadModule('CONSENT_TEXTS', file, readTexts);
}

function readTexts(exported: unknown): ConsentTexts {
  if (!isObject(exported))
    fail('it must export an object by default, with texts for each language');
  const locales: readonly string[] = consentLocales;
  const unknown = Object.keys(exported).find((locale) => !locales.includes(locale));
  if (unknown !== undefined) {
    fail(`${unknown} is not a language of the Connect page. Use ${locales.join(', ')}`);
  }
  const missing = locales.filter((locale) => exported[locale] === undefined);
  if (missing.length > 0) {
    fail(`there are no texts for ${missing.join(', ')}. Add them: every language needs its own`);
  }
  for (const locale of locales) {
    for (const [key, text] of listTexts(locale, exported[locale])) checkText(locale, key, text);
  }
  checkSameKeys(exported);
  // A copy is returned, which the module cannot change later.
  return structuredClone(exported) as ConsentTexts;
}

/** Lists the texts of a language. In the key `what.returns`, a dot separates a group of texts from its member. */
function listTexts(locale: string, texts: unknown): readonly (readonly [string, unknown])[] {
  if (!isObject(texts)) fail(`${locale} must be an object with texts`);
  const { what = {}, ...others } = texts;
  if (!isObject(what)) fail(`${locale}.what must be an object with a text for each kind of data`);
  const kinds = Object.entries(what).map(([kind, text]) => [`what.${kind}`, text] as const);
  return [...Object.entries(others), ...kinds];
}

function checkText(locale: string, key: string, text: unknown): void {
  const name = `${locale}.${key}`;
  const rule = rules.get(key);
  if (key === 'allow' || key === 'deny') {
    fail(
      `${name} cannot be replaced, because people and programs find the buttons by their names. Remove it`,
    );
  }
  if (!rule) {
    fail(
      `${name} is not a text of the consent screen. Its texts are ${[...rules.keys()].join(', ')}`,
    );
  }
  if (typeof text !== 'string') {
    fail(
      `${name} must be a text, but it is ${describeType(text)}. Names have placeholders, such as {application}`,
    );
  }
  if (text.trim() === '' || text.length > rule.maxLength) {
    fail(`${name} must have 1 to ${rule.maxLength} characters, but it has ${text.length}`);
  }
  // Node reads each byte that is not UTF-8 as U+FFFD.
  if (text.includes('\uFFFD')) fail(`${name} is not in UTF-8. Save the module as UTF-8`);
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) {
    fail(`${name} has a line break or another control character. Write it in one line`);
  }
  checkPlaceholders(name, text, rule.placeholders);
}

function checkPlaceholders(name: string, text: string, placeholders: readonly string[]): void {
  const expected = placeholders.map((placeholder) => `{${placeholder}}`);
  // The pattern also finds a brace without its counterpart.
  const found = text.match(/\{[^{}]*\}|[{}]/g) ?? [];
  const unknown = found.find((one) => !expected.includes(one));
  if (unknown !== undefined) {
    const rule = expected.length === 0 ? 'no placeholder' : `only ${expected.join(' and ')}`;
    fail(`${name} has ${unknown}, but it may have ${rule}. Correct or remove it`);
  }
  const wrong = expected.find((one) => found.filter((other) => other === one).length !== 1);
  if (wrong !== undefined) fail(`${name} must have ${wrong} exactly once`);
}

/** Checks that all languages have the same texts. Otherwise people would agree to different things. */
function checkSameKeys(texts: Readonly<Record<string, unknown>>): void {
  const keysOf = (locale: string) => listTexts(locale, texts[locale]).map(([key]) => key);
  for (const locale of consentLocales) {
    for (const other of consentLocales) {
      const own = keysOf(other);
      const missing = keysOf(locale).find((key) => !own.includes(key));
      if (missing === undefined) continue;
      fail(
        `${other}.${missing} is missing, but ${locale} has it. Add it, or remove it from every language`,
      );
    }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describeType(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return `of type ${typeof value}`;
}

function fail(reason: string): never {
  throw new Error(`${reason}.`);
}
