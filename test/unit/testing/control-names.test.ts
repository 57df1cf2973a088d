import { expect, it } from 'vitest';
import { controlNames, matchName } from '../../../src/sdk/testing/names.ts';

const pages = import.meta.glob<{ readonly text?: PageText; readonly en?: PageText }>(
  '../../../src/connect/page/locales/*.ts',
  { eager: true },
);
const modals = import.meta.glob<Readonly<Record<string, unknown>>>(
  '../../../src/sdk/ui/locales/{ar,de,en,es,fr,ko,pt-br,tl,vi,zh-hans}.ts',
  { eager: true },
);

interface PageText {
  readonly languageTag: string;
  readonly link: { readonly begin: string };
  readonly login: { readonly username: string; readonly password: string };
  readonly mfa: { readonly code: string };
  readonly consent: { readonly allow: string; readonly deny: string };
  readonly close: string;
}

const languages = Object.values(pages)
  .map(({ text, en }) => text ?? en)
  .filter((text): text is PageText => text !== undefined && text.languageTag !== 'en-XA');

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

it('the driver knows exactly the names of every control in every language', () => {
  expect(languages).toHaveLength(10);
  expect({
    begin: sorted(controlNames.begin),
    username: sorted(controlNames.username),
    password: sorted(controlNames.password),
    oneTimeCode: sorted(controlNames.oneTimeCode),
    allow: sorted(controlNames.allow),
    deny: sorted(controlNames.deny),
  }).toEqual({
    begin: sorted(languages.map(({ link }) => link.begin)),
    username: sorted(languages.map(({ login }) => login.username)),
    password: sorted(languages.map(({ login }) => login.password)),
    oneTimeCode: sorted(languages.map(({ mfa }) => mfa.code)),
    allow: sorted(languages.map(({ consent }) => consent.allow)),
    deny: sorted(languages.map(({ consent }) => consent.deny)),
  });
});

it('the driver finds the number of the modal in every language', () => {
  const headings = Object.values(modals).flatMap((module) =>
    Object.values(module).flatMap((messages) => Object(messages).number?.[0] ?? []),
  );
  expect(sorted(controlNames.shownNumber)).toEqual(sorted(headings));
  const pattern = matchName('shownNumber');
  expect(headings.filter((text) => pattern.test(text.replace('#', '7316')))).toHaveLength(10);
  expect(pattern.test('Your 2024 tax return')).toBe(false);
});

it('the modal and the page have a Close with one of the names', () => {
  const known: ReadonlySet<unknown> = new Set(controlNames.close);
  const ofModals = Object.values(modals).flatMap((module) =>
    Object.values(module).map((messages) => Object(messages).close),
  );

  expect(ofModals).toHaveLength(10);
  expect(
    [...ofModals, ...languages.map(({ close }) => close)].filter((name) => !known.has(name)),
  ).toEqual([]);
});
