import type { ProviderInfo } from 'tax-connect/providers';
import type { ServiceTexts } from '../../../texts/surfaces.ts';

/** The provider that accepts the test credentials. */
export const sandboxProviderId = 'sandbox';

/** A simulated provider may act as one whose pages cannot be framed. */
export interface SimulatedInfo extends ProviderInfo {
  readonly surface?: 'popup';
  /** The key of the reason's translated text. */
  readonly reasonCode?: keyof ServiceTexts['reasons'];
}

/** All names are invented. */
export const simulatedInfos: readonly SimulatedInfo[] = [
  {
    id: sandboxProviderId,
    name: 'Sandbox',
    domain: 'sandbox-tax.example',
    aliases: ['test', 'demo'],
    popular: true,
  },
  {
    id: 'ledgerleaf',
    name: 'LedgerLeaf Tax',
    domain: 'ledgerleaf.example',
    aliases: ['ledger leaf', 'leaf'],
    popular: true,
  },
  {
    id: 'brightfile',
    name: 'BrightFile',
    domain: 'brightfile.example',
    aliases: ['bright file', 'bf online'],
    popular: true,
  },
  {
    id: 'harbor-tax',
    name: 'Harbor Tax Services',
    domain: 'harbortax.example',
    aliases: ['harbour', 'hts'],
    popular: true,
    surface: 'popup',
  },
  {
    id: 'refund-pilot',
    name: 'RefundPilot',
    domain: 'refundpilot.example',
    aliases: ['refund pilot'],
    popular: true,
  },
  {
    id: 'oakline',
    name: 'Oakline & Partners',
    domain: 'oakline.example',
    aliases: ['oak line', 'oakline and partners'],
  },
  {
    id: 'filewell',
    name: 'FileWell',
    domain: 'filewell.example',
    aliases: ['file well'],
  },
  {
    id: 'summit-returns',
    name: 'Summit Returns',
    domain: 'summitreturns.example',
    aliases: ['summit'],
  },
  {
    id: 'quillworth',
    name: 'Quillworth Tax',
    domain: 'quillworth.example',
    aliases: ['quill'],
    surface: 'popup',
  },
  {
    id: 'penny-and-pine',
    name: 'Penny & Pine',
    domain: 'pennypine.example',
    aliases: ['penny and pine'],
  },
  {
    id: 'clearcolumn',
    name: 'ClearColumn',
    domain: 'clearcolumn.example',
    aliases: ['clear column'],
  },
  {
    id: 'northgate',
    name: 'Northgate Accounting',
    domain: 'northgate-accounting.example',
    aliases: ['north gate'],
    status: 'unavailable',
    reasonCode: 'maintenance',
  },
  {
    id: 'tallybird',
    name: 'TallyBird',
    domain: 'tallybird.example',
    aliases: ['tally bird'],
  },
  {
    id: 'cafe-fiscal',
    name: 'Café Fiscal',
    domain: 'cafefiscal.example',
    aliases: ['cafe fiscal'],
  },
];
