import { useRef } from 'preact/hooks';
import { LiveText } from '../../../../kit/live-text.tsx';
import type { Address, Application } from '../../../shapes/dashboard-answers.ts';
import { type AddressList, api } from '../../api.ts';
import { useSetApplication } from '../../dashboard-context.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { AddForm } from '../../parts/add-form.tsx';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { RowTable } from '../../parts/row-table.tsx';
import { Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { UrlText } from '../../parts/url-text.tsx';
import type { Action } from '../../use-data.ts';

/** A redirect URI or an embedding origin that the service refused because it is not registered. */
interface RefusedAddress {
  readonly address: string;
  readonly refused_at: number;
  /** Whether the address could be registered. For example, most http addresses cannot. */
  readonly is_registrable: boolean;
}

/** The texts and the addresses of one of two sections: "Redirect URIs" or "Embedding origins". */
export interface AddressSectionProps {
  readonly application: Application;
  readonly list: AddressList;
  readonly title: string;
  readonly lead: string;
  readonly addresses: readonly Address[];
  readonly refused: readonly RefusedAddress[];
  /** A sentence that is shown when no address is registered. It says what does not work then. */
  readonly none: string;
  readonly placeholder: string;
}

const words = {
  origins: {
    noun: 'embedding origin',
    refused: 'refused origin',
    lead: 'Pages of these origins tried to show Connect. Anyone can cause an entry, so add only sites that are yours.',
    rule: 'an embedding origin must use https',
  },
  'redirect-uris': {
    noun: 'redirect URI',
    refused: 'refused redirect URI',
    lead: 'Redirect flows asked to return to these addresses. Anyone can cause an entry, so add only addresses that are yours.',
    rule: 'a redirect URI must use https, without user, fragment or wildcard',
  },
} as const;

type Change = (run: Action['run'], action: 'add' | 'remove', address: string) => Promise<boolean>;

/** Lists the registered addresses of one kind. A form adds an address, and a button next to each removes it. */
export function AddressSection(props: AddressSectionProps) {
  const { application, list, title, lead, addresses, refused, none } = props;
  const { noun } = words[list];
  const heading = useRef<HTMLHeadingElement>(null);
  const setApplication = useSetApplication();
  const isLive = application.environment === 'live';
  const flagged = addresses.filter(({ flag }) => flag !== null).length;
  const change: Change = (run, action, address) =>
    run(api.changeAddress(application.client_id, list, { action, address }), {
      keep: setApplication,
      done: () => `${action === 'add' ? 'Added' : 'Removed'} ${address}.`,
    });
  /** Makes a change after which the pressed button no longer exists. So the focus moves to the heading. */
  const changeRow: Change = async (run, action, address) => {
    const isDone = await change(run, action, address);
    if (isDone) heading.current?.focus();
    return isDone;
  };
  return (
    <Section id={list} title={title} lead={lead} titleRef={heading}>
      {isLive && flagged > 0 && (
        <p class="note note--problem">
          <strong>Not for production.</strong>{' '}
          <LiveText
            text={`This application is live: remove the ${flagged === 1 ? 'address' : `${flagged} addresses`} marked below.`}
          />
        </p>
      )}
      {addresses.length === 0 ? (
        <p class="empty">{none}</p>
      ) : (
        <RowTable
          caption={title}
          columns={['Address', '']}
          rows={addresses.map(({ address, flag }) => ({
            key: address,
            cells: [
              <>
                <UrlText url={address} />
                {flag && <Flag flag={flag} isLive={isLive} />}
              </>,
              <OperatorOnly>
                <ActionButton
                  label="Remove"
                  fullLabel={`Remove ${noun} ${address}`}
                  act={(run) => changeRow(run, 'remove', address)}
                />
              </OperatorOnly>,
            ],
          }))}
        />
      )}
      {refused.length > 0 && (
        <RefusedAddresses list={list} addresses={refused} change={changeRow} />
      )}
      <OperatorOnly>
        <AddForm
          id={`add-${list}`}
          label={`New ${noun}`}
          type="url"
          placeholder={props.placeholder}
          button={`Add ${noun}`}
          isRepeated
          add={({ run }, address) => change(run, 'add', address)}
        />
      </OperatorOnly>
    </Section>
  );
}

const flagTexts = { local: 'Local test address', placeholder: 'Placeholder address' } as const;

interface FlagProps {
  readonly flag: NonNullable<Address['flag']>;
  readonly isLive: boolean;
}

function Flag({ flag, isLive }: FlagProps) {
  return (
    <span class={isLive ? 'flag flag--live' : 'flag'}>
      {flagTexts[flag]}
      {isLive ? ': remove it in production' : ': not for production'}
    </span>
  );
}

interface RefusedAddressesProps {
  readonly list: AddressList;
  readonly addresses: readonly RefusedAddress[];
  readonly change: Change;
}

/** Lists the addresses that the service refused in the last 24 hours. A button next to each registers it. */
function RefusedAddresses({ list, addresses, change }: RefusedAddressesProps) {
  const { lead, rule, refused } = words[list];
  return (
    <div class="group">
      <h3 class="group__title">Refused in the last 24 hours</h3>
      <p class="section__lead">{lead}</p>
      <RowTable
        caption={`${refused}s`}
        columns={['Address', 'Last refused', '']}
        rows={addresses.map(({ address, refused_at, is_registrable }) => ({
          key: address,
          cells: [
            <>
              <UrlText url={address} />
              {!is_registrable && <span class="flag">Cannot be added: {rule}</span>}
            </>,
            <Time at={refused_at} />,
            <OperatorOnly>
              {is_registrable && (
                <ActionButton
                  label="Add"
                  fullLabel={`Add ${refused} ${address}`}
                  act={(run) => change(run, 'add', address)}
                />
              )}
            </OperatorOnly>,
          ],
        }))}
      />
    </div>
  );
}
