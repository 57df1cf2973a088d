import { describe, expect, it } from 'vitest';
import { createSearch } from '../../../src/sdk/ui/search.ts';
import { createProvider } from '../create-provider.ts';
import { providers } from './fixtures.ts';

const createAll = (...names: readonly string[]) =>
  names.map((name) => createProvider(name, { domain: 'x.example' }));

const withForeign = [...providers, ...createAll('Økonomi Été')];
const search = createSearch(withForeign);
const find = (query: string) => search.find(query).map((provider) => provider.name);

describe('search', () => {
  it.each([
    ...['hr block', 'block h&r', 'H & R BLOCK', 'h r block', 'h&r', 'hrb', 'hr-block.example'].map(
      (query) => ['in any order and writing', query, ['H&R Block']] as const,
    ),
    ['without diacritics', 'ete', ['Økonomi Été']],
    ['with diacritics', 'líberty', ['Liberty Tax']],
    ['names that begin with it first', 'tax', ['Liberty Tax', 'FreeTaxUSA', 'TurboTax']],
    ['names that begin with one letter first', 't', ['TurboTax', 'Liberty Tax']],
    ['only whole beginnings of one or two letters', 'ax', []],
    ['nothing when one word does not match', 'hr blocks', []],
    ['a special name as plain text', '__proto__', []],
    ['everything without a letter', '.*', withForeign.map(({ name }) => name)],
    ['everything without a query', '  ', withForeign.map(({ name }) => name)],
  ] as const)('finds %s: "%s"', (_, query, names) => {
    expect(find(query)).toEqual(names);
  });

  it.each([
    ['lodz', 'Łódź Podatki'],
    ['sorensen', 'Sørensen Skat'],
    ['strasse', 'Steuer Straße'],
    ['bankasi', 'İş Bankası'],
    ['oeuvre', 'Œuvre Fiscale'],
    ['dong a', 'Đông Á'],
    ['thor', 'Þór Skattur'],
    ['aedhilnltg', 'æđħıłŋłŧǥ'],
    ['ΟΔΟΣ', 'Οδός Φόρων'],
    ['οδοσ', 'Οδός Φόρων'],
    ['税务', '国家税务总局'],
    ['局', '国家税务总局'],
    ['ぜい', 'こくぜいちょう'],
    ['ภาษี', 'กรมภาษีไทย'],
  ])('finds by "%s" %s, whose letters are written differently or without spaces', (query, name) => {
    expect(createSearch(createAll('H&R Block', name)).find(query)).toMatchObject([{ name }]);
  });

  it('puts words that begin with the query before words that contain it', () => {
    const found = createSearch([...providers].reverse()).find('tax');

    expect(found.map(({ name }) => name)).toEqual(['Liberty Tax', 'TurboTax', 'FreeTaxUSA']);
    // Each word counts.
    const two = createAll('Free Overtax', 'Tax Point Free');
    expect(createSearch(two).find('free tax')).toEqual([...two].reverse());
  });

  it('also finds providers that were not prepared', () => {
    const many = Array.from({ length: 1000 }, (_, index) => createProvider(`Office ${index}`));
    const half = createSearch(many);
    half.prepare();

    expect(half.find('office 999').map(({ name }) => name)).toEqual(['Office 999']);
  });

  // A busy machine may be late once.
  it('answers 1,000 providers within 50 ms', { retry: 2 }, () => {
    const many = Array.from({ length: 1000 }, (_, index) =>
      createProvider(`Łódź 国家税务总局 Tax Office ${index}`),
    );
    const searchMany = createSearch(many);
    searchMany.find('office');

    const start = performance.now();
    const found = searchMany.find('office 99');

    expect(performance.now() - start).toBeLessThan(50);
    expect(found).toHaveLength(11);
  });
});
