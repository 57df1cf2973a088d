import type { AddressList } from '../../dashboard-client.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { formatTime } from '../../format.ts';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { ProblemText } from '../../parts/problem-text.tsx';
import { useSubmission } from '../../parts/submit.tsx';

/** An address that was refused because it is not registered. */
export interface RefusedAddress {
  readonly address: string;
  readonly refused_at: number;
  /** Whether it can be registered. */
  readonly is_registrable: boolean;
}

/** The properties of {@link RefusedAddresses}. */
export interface RefusedAddressesProps {
  readonly list: AddressList;
  readonly addresses: readonly RefusedAddress[];
  /** Called after the row was removed, with the pressed button. */
  readonly onAdded: () => void;
}

const texts = {
  origins: {
    lead: 'Pages of these origins tried to show Connect. Anyone can cause an entry, so add only sites that are yours.',
    rule: 'an embedding origin must use https',
    name: 'refused origin',
  },
  'redirect-uris': {
    lead: 'Redirect flows asked to return to these addresses. Anyone can cause an entry, so add only addresses that are yours.',
    rule: 'a redirect URI must use https, without user, fragment or wildcard',
    name: 'refused redirect URI',
  },
} as const;

/** Addresses that were refused in the last day, each with a button that registers it. */
export function RefusedAddresses({ list, addresses, onAdded }: RefusedAddressesProps) {
  if (addresses.length === 0) return null;
  return (
    <div class="refused">
      <h3 class="refused__title" id={`refused-${list}`}>
        Refused in the last 24 hours
      </h3>
      <p class="section__lead">{texts[list].lead}</p>
      <ul class="addresses" aria-labelledby={`refused-${list}`}>
        {addresses.map((refused) => (
          <RefusedRow key={refused.address} list={list} refused={refused} onAdded={onAdded} />
        ))}
      </ul>
    </div>
  );
}

interface RefusedRowProps {
  readonly list: AddressList;
  readonly refused: RefusedAddress;
  readonly onAdded: () => void;
}

function RefusedRow({ list, refused, onAdded }: RefusedRowProps) {
  const { address, refused_at, is_registrable } = refused;
  const { changeAddress } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const add = async () => {
    const isDone = await submit(() => changeAddress(list, { action: 'add', address }));
    if (isDone) onAdded();
  };
  return (
    <li class="addresses__row">
      <div class="addresses__text">
        <span class="mono">{address}</span>
        <span class="refused__time">Last refused {formatTime(refused_at)}</span>
        {!is_registrable && <span class="flag">Cannot be added: {texts[list].rule}</span>}
        <ProblemText problem={problem} />
      </div>
      <OperatorOnly>
        {is_registrable && (
          <button
            type="button"
            class="button button--small"
            aria-disabled={isBusy}
            aria-label={`Add ${texts[list].name} ${address}`}
            onClick={() => void add()}
          >
            Add
          </button>
        )}
      </OperatorOnly>
    </li>
  );
}
