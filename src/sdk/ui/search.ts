import type { Provider } from '../protocol/provider.ts';

/**
 * Case, diacritics, punctuation and the order of words do not matter: "hr block" and "block h&r" find H&R Block.
 * Every word of the query must begin a word of the name, an alias or the domain. A word of three or more letters may
 * also be inside a word ("tax" finds TurboTax). In scripts without spaces, one letter is enough for that.
 */
export function createSearch(providers: readonly Provider[]) {
  const texts: string[] = [];
  const index = (count: number) => {
    for (const { name, aliases, domain } of providers.slice(texts.length, count)) {
      texts.push(indexText([name, ...aliases, domain].join(' ')));
    }
  };
  /** Prepares the search in steps: 1,000 providers at once took over 50 ms on a CPU slowed down four times. */
  const prepare = () => {
    const next = texts.length + 200;
    if (next >= providers.length) return;
    setTimeout(() => {
      index(next);
      prepare();
    }, 16);
  };
  /** Returns names that begin with the query, then providers with words that begin with its words, then the others. */
  const find = (query: string): readonly Provider[] => {
    // Without a query, nothing is folded: creating its regular expressions takes longer than drawing a list.
    const words = query ? splitWords(fold(query), '') : [];
    if (!words.length) return [...providers];
    index(providers.length);
    const start = ` ${words.join(' ')}`;
    const starts = words.map((word) => ` ${word}`);
    const parts = words.map((word) => (word.length > 2 || unspaced.test(word) ? word : ` ${word}`));
    const [best, good, rest]: [Provider[], Provider[], Provider[]] = [[], [], []];
    providers.forEach((provider, index) => {
      const text = texts[index] ?? '';
      const has = (part: string) => text.includes(part);
      // A provider that lacks a part cannot match in any way. This rules out most providers.
      if (!parts.every(has)) return;
      // Each indexed text begins with the provider's name.
      (text.startsWith(start) ? best : starts.every(has) ? good : rest).push(provider);
    });
    return [...best, ...good, ...rest];
  };
  return { find, prepare };
}

// Each text is indexed twice, without punctuation and with spaces for it: people type "hr", "h&r" and "h & r".
function indexText(text: string): string {
  const plain = fold(text);
  return ` ${[...splitWords(plain, ''), ...splitWords(plain, ' ')].join(' ')}`;
}

/** Matches a letter of a script that has no spaces between words, by the codes of ISO 15924. */
const unspaced =
  /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;

/**
 * Letters of Europe and Vietnam that Unicode does not decompose, with their plain forms.
 * @see https://github.com/unicode-org/cldr/blob/main/common/transforms/Latin-ASCII.xml
 */
const folded: Readonly<Record<string, string>> = Object.fromEntries(
  'ßss æae œoe øo ðd đd þth ħh ıi łl ŋn ŧt ǥg ςσ'
    .split(' ')
    .map(([letter, ...plain]) => [letter, plain.join('')]),
);

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\0-\x7f]/g, (letter) => folded[letter] ?? letter)
    .replace(/\p{M}/gu, '');
}

function splitWords(plain: string, instead: '' | ' '): string[] {
  return plain
    .replace(/[^\p{L}\p{N}\s]/gu, instead)
    .split(/\s+/)
    .filter(Boolean);
}
