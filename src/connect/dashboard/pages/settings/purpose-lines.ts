import type { Purpose } from '../../../shapes/purpose.ts';

/** @returns the field's text: first the default purpose, then a line such as `de: …` for each translation */
export function writeLines(purpose: Purpose | null): string {
  if (purpose === null || typeof purpose === 'string') return purpose ?? '';
  const { default: main, ...others } = purpose;
  return [main, ...Object.entries(others).map((entry) => entry.join(': '))].join('\n');
}

/** @returns the purpose in the field's text, or the first translation without a language */
export function readLines(
  lines: string,
): { readonly purpose: Purpose | null } | { readonly wrong: string } {
  const [main, ...others] = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (main === undefined || others.length === 0) return { purpose: main ?? null };
  const purpose: Purpose = { default: main };
  for (const line of others) {
    const [, locale, text] = /^([\w-]+): *(.+)$/.exec(line) ?? [];
    if (locale === undefined || text === undefined) return { wrong: line };
    purpose[locale] = text;
  }
  return { purpose };
}
