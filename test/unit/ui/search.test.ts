import { describe, expect, it } from 'vitest';
import { createSearch } from '../../../src/sdk/ui/search.ts';
import { createProvider } from '../create-provider.ts';
import { providers } from './fixtures.ts';

const foreign = createProvider('Økonomi Été', { domain: 'x.example' });
const search = createSearch([...providers, foreign]);
const find = (query: string) => search.find(query).map((provider) => provider.name);

describe('search', () => {
  it('returns the whole list in its order for an empty query', () => {
    expect(search.find('  ')).toHaveLength(6);
    expect(find('')[0]).toBe('Liberty Tax');
  });

  it.each(['hr block', 'block h&r', 'H & R BLOCK', 'h r block', 'h&r', 'hrb', 'hr-block.example'])(
    'finds H&R Block by "%s"',
    (query) => {
      expect(find(query)).toEqual(['H&R Block']);
    },
  );

  it('ignores diacritics on both sides', () => {
    expect(find('ete')).toEqual(['Økonomi Été']);
    expect(find('líberty')).toEqual(['Liberty Tax']);
  });

  it.each([
    ['lodz', 'Łódź Podatki'],
    ['sorensen', 'Sørensen Skat'],
    ['strasse', 'Steuer Straße'],
    ['STRASSE', 'Steuer Straße'],
    ['bankasi', 'İş Bankası'],
    ['oeuvre', 'Œuvre Fiscale'],
    ['dong a', 'Đông Á'],
    ['thor', 'Þór Skattur'],
    ['ΟΔΟΣ', 'Οδός Φόρων'],
    ['οδοσ', 'Οδός Φόρων'],
    ['税务', '国家税务总局'],
    ['局', '国家税务总局'],
    ['ぜい', 'こくぜいちょう'],
    ['ภาษี', 'กรมภาษีไทย'],
  ])('finds by "%s" %s, whose letters are written differently or without spaces', (query, name) => {
    const both = ['H&R Block', name].map((own) => createProvider(own, { domain: 'x.example' }));
    expect(createSearch(both).find(query)).toMatchObject([{ name }]);
  });

  it('still needs a whole beginning for one or two letters of a script with spaces', () => {
    expect(find('ax')).toEqual([]);
    expect(find('ta')).not.toEqual([]);
  });

  it('puts names that begin with the query before names that contain it', () => {
    expect(find('tax')).toEqual(['Liberty Tax', 'FreeTaxUSA', 'TurboTax']);
    expect(find('t')).toEqual(['TurboTax', 'Liberty Tax']);
  });

  it('puts words that begin with the query before words that contain it', () => {
    const reversed = createSearch([...providers].reverse());

    const names = reversed.find('tax').map(({ name }) => name);

    expect(names).toEqual(['Liberty Tax', 'TurboTax', 'FreeTaxUSA']);
  });

  it('finds nothing when one word does not match', () => {
    expect(find('hr blocks')).toEqual([]);
    expect(find('hr block')).not.toEqual([]);
  });

  it('treats names with a special meaning as plain text', () => {
    expect(find('.*')).toHaveLength(6);
    expect(find('__proto__')).toEqual([]);
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
