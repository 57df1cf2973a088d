import type { Provider } from 'tax-connect/page';
import type { Environment } from '../../../shapes/unions.ts';

/** The one provider that test credentials work for. */
export const sandboxProviderId = 'sandbox';

const plain = {
  aliases: [],
  popular: false,
  logo: null,
  status: 'available',
  reason: null,
  surface: 'any',
} as const;

/** The simulated providers; all names are invented. */
const catalogue: readonly Provider[] = [
  {
    ...plain,
    id: sandboxProviderId,
    name: 'Sandbox',
    domain: 'sandbox-tax.example',
    aliases: ['test', 'demo'],
    popular: true,
  },
  {
    ...plain,
    id: 'ledgerleaf',
    name: 'LedgerLeaf Tax',
    domain: 'ledgerleaf.example',
    aliases: ['ledger leaf', 'leaf'],
    popular: true,
  },
  {
    ...plain,
    id: 'brightfile',
    name: 'BrightFile',
    domain: 'brightfile.example',
    aliases: ['bright file', 'bf online'],
    popular: true,
  },
  {
    ...plain,
    id: 'harbor-tax',
    name: 'Harbor Tax Services',
    domain: 'harbortax.example',
    aliases: ['harbour', 'hts'],
    popular: true,
    surface: 'popup',
  },
  {
    ...plain,
    id: 'refund-pilot',
    name: 'RefundPilot',
    domain: 'refundpilot.example',
    aliases: ['refund pilot'],
    popular: true,
  },
  {
    ...plain,
    id: 'oakline',
    name: 'Oakline & Partners',
    domain: 'oakline.example',
    aliases: ['oak line', 'oakline and partners'],
  },
  {
    ...plain,
    id: 'filewell',
    name: 'FileWell',
    domain: 'filewell.example',
    aliases: ['file well'],
  },
  {
    ...plain,
    id: 'summit-returns',
    name: 'Summit Returns',
    domain: 'summitreturns.example',
    aliases: ['summit'],
  },
  {
    ...plain,
    id: 'quillworth',
    name: 'Quillworth Tax',
    domain: 'quillworth.example',
    aliases: ['quill'],
    surface: 'popup',
  },
  {
    ...plain,
    id: 'penny-and-pine',
    name: 'Penny & Pine',
    domain: 'pennypine.example',
    aliases: ['penny and pine'],
  },
  {
    ...plain,
    id: 'clearcolumn',
    name: 'ClearColumn',
    domain: 'clearcolumn.example',
    aliases: ['clear column'],
  },
  {
    ...plain,
    id: 'northgate',
    name: 'Northgate Accounting',
    domain: 'northgate-accounting.example',
    aliases: ['north gate'],
    status: 'unavailable',
    reason: 'Northgate Accounting is under maintenance. Please try again later.',
  },
  {
    ...plain,
    id: 'tallybird',
    name: 'TallyBird',
    domain: 'tallybird.example',
    aliases: ['tally bird'],
  },
  {
    ...plain,
    id: 'cafe-fiscal',
    name: 'Café Fiscal',
    domain: 'cafefiscal.example',
    aliases: ['cafe fiscal'],
  },
];

// Built once for each environment: every flow starts with this list.
const providersFor: Readonly<Record<Environment, readonly Provider[]>> = {
  live: catalogue,
  test: catalogue.map((provider) =>
    provider.id === sandboxProviderId || provider.status === 'unavailable'
      ? provider
      : {
          ...provider,
          status: 'unavailable',
          reason: 'Test credentials work with Sandbox only.',
        },
  ),
};

/**
 * @param environment - of the application
 * @returns every provider as that application's users may or may not use it
 */
export function listProviders(environment: Environment): readonly Provider[] {
  return providersFor[environment];
}

/**
 * @param environment - of the application
 * @param id - anything
 * @returns the provider of that id, available or not, or undefined
 */
export function findProvider(environment: Environment, id: string): Provider | undefined {
  return providersFor[environment].find((provider) => provider.id === id);
}
