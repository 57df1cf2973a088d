import type { Provider } from 'tax-connect/page';
import { drawMark } from '../../kit/draw-mark.ts';

function createProvider(name: string, more: Partial<Provider> = {}): Provider {
  // Removes accents from the letters, so that the provider's ID and domain are plain ASCII.
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const id = letters.replace(/[^a-z\d]+/g, '-');
  return {
    id,
    name,
    domain: `${id}.example`,
    aliases: [],
    popular: false,
    logo: null,
    status: 'available',
    reason: null,
    surface: 'any',
    ...more,
  };
}

/** The provider that every login in the gallery belongs to. */
export const ledgerly = createProvider('Ledgerly', {
  popular: true,
  aliases: ['ledger'],
  logo: drawMark('ledgerleaf'),
});

/** A provider whose login needs a popup. */
export const northgate = createProvider('Northgate Advisors', {
  surface: 'popup',
  logo: drawMark('northgate'),
});

/** Twelve providers, some of them popular. Two are unavailable: one with a reason, one without. */
export const twelveProviders: readonly Provider[] = [
  ledgerly,
  createProvider('Bluestone Tax', {
    popular: true,
    aliases: ['blue stone', 'bst'],
    logo: drawMark('clearcolumn'),
  }),
  createProvider('Évelyne & Söhne', {
    popular: true,
    aliases: ['evelyne'],
    logo: drawMark('cafe-fiscal'),
  }),
  createProvider('Cedar & Quill', {
    popular: true,
    aliases: ['cedar quill', 'c&q'],
    logo: drawMark('quillworth'),
  }),
  createProvider('Federal Revenue Portal', { aliases: ['frp'], logo: drawMark('summit-returns') }),
  createProvider('Harbor Returns', {
    status: 'unavailable',
    reason: 'Down for maintenance until 6 pm',
    logo: drawMark('harbor-tax'),
  }),
  createProvider('Juniper Filing', { logo: drawMark('penny-and-pine') }),
  northgate,
  createProvider('Oak Street Tax', { logo: drawMark('oakline') }),
  createProvider('Plainview', { status: 'unavailable', logo: drawMark('filewell') }),
  createProvider('Sundial Accountants', { logo: drawMark('brightfile') }),
  createProvider('Zephyr 1040', { logo: drawMark('refund-pilot') }),
];

const firstWords = ['Amber', 'Birch', 'Copper', 'Delta', 'Ember', 'Fjord', 'Granite', 'Hollow'];
const secondWords = ['Tax', 'Returns', 'Ledger', 'Filing', 'Advisors', 'Books', 'Accounts'];

/** The providers of a test application: one for tests, and some that only live applications can use. */
export const testProviders: readonly Provider[] = [
  createProvider('Sandbox', {
    popular: true,
    logo: drawMark('sandbox'),
    reason: 'Use user_good with the password pass_good.',
  }),
  ...[...twelveProviders, createProvider('Tally Mark', { logo: drawMark('tallybird') })].map(
    (provider): Provider => ({
      ...provider,
      status: 'unavailable',
      reason: 'For live applications only',
      live_only: true,
    }),
  ),
];

/** A thousand providers with different names, ten of them popular. */
export const thousandProviders: readonly Provider[] = Array.from({ length: 1000 }, (_, index) => {
  const first = firstWords[index % firstWords.length];
  const second = secondWords[Math.floor(index / firstWords.length) % secondWords.length];
  return createProvider(`${first} ${second} ${index + 1}`, { popular: index % 100 === 0 });
});

/** Providers whose names are longer than a line. Some of the names contain no place where a line can break. */
export const longNames: readonly Provider[] = [
  createProvider(
    'The Honourable Company of Tax Preparers, Bookkeepers and Notaries of Lower Saxony',
    {
      popular: true,
    },
  ),
  createProvider('Donaudampfschifffahrtsgesellschaftssteuerberatungsgenossenschaft'),
  createProvider('Northumberland and Durham Mutual Tax Return Association', {
    status: 'unavailable',
    reason:
      'Its site does not answer at the moment, and has not since this morning; it says that it will be back tomorrow',
  }),
  createProvider('شركة المحاسبة والضرائب', { id: 'sharikat', domain: 'sharikat.example' }),
  createProvider('確定申告サービス', { id: 'shinkoku', domain: 'shinkoku.example' }),
];

export function createLogos(picture: string): readonly Provider[] {
  const missing = new URL('missing.svg', picture).href;
  return [
    createProvider('Shown Logo', { logo: picture, popular: true }),
    createProvider('Broken Logo', { logo: missing, popular: true }),
    createProvider('Refused Logo', { logo: 'https://elsewhere.example/logo.svg' }),
  ];
}
