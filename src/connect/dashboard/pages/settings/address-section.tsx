import { LiveText } from '../../../../kit/live-text.tsx';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import type { AddressFlag } from '../../../shapes/unions.ts';
import { type AddressList, api } from '../../api.ts';
import { OperatorOnly, useApplication } from '../../dashboard-context.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { AddForm } from '../../parts/form.tsx';
import { RowTable } from '../../parts/row-list.tsx';
import { Section } from '../../parts/section.tsx';
import { Time, UrlText } from '../../parts/values.tsx';
import { settingsSections } from './section-titles.ts';

interface AddressSectionProps {
  readonly list: AddressList;
}

const texts = {
  origins: {
    title: settingsSections.origins,
    lead: 'These sites may embed Connect.',
    none: 'None yet, so only pages on localhost can embed Connect.',
    noun: 'embedding origin',
    placeholder: 'https://app.your-domain',
    refused: 'refused origin',
    refusedLead:
      'Pages of these origins tried to show Connect. Anyone can cause an entry, so add only sites that are yours.',
    rule: 'an embedding origin must use https',
  },
  'redirect-uris': {
    title: settingsSections['redirect-uris'],
    lead: 'The redirect flow returns only to these exact addresses. On localhost, the port may differ.',
    none: 'None yet. Without one only the embedded flow works.',
    noun: 'redirect URI',
    placeholder: 'https://app.your-domain/callback',
    refused: 'refused redirect URI',
    refusedLead:
      'Redirect flows asked to return to these addresses. Anyone can cause an entry, so add only addresses that are yours.',
    rule: 'a redirect URI must use https, without user, fragment or wildcard',
  },
} as const;

const flagTexts: Readonly<Record<AddressFlag, string>> = {
  local: 'Local test address',
  placeholder: 'Placeholder address',
};

export function AddressSection({ list }: AddressSectionProps) {
  const { title, lead, none, noun, placeholder } = texts[list];
  const { application, clientId, setApplication } = useApplication();
  const addresses = list === 'origins' ? application.origins : application.redirect_uris;
  const isLive = application.environment === 'live';
  const more = list === 'origins' && !isLive ? ' Pages on localhost always may.' : '';
  const flagged = addresses.filter(({ flag }) => flag !== null).length;
  return (
    <Section id={list} title={title} lead={lead + more}>
      {isLive && flagged > 0 && (
        <p class="note note--problem">
          <strong>Not for production.</strong>{' '}
          <LiveText
            text={`This application is live: remove the ${flagged === 1 ? 'address' : `${flagged} addresses`} marked below.`}
          />
        </p>
      )}
      <RowTable
        caption={title}
        empty={none}
        rows={addresses.map(({ address, flag }) => ({
          key: address,
          cells: {
            Address: (
              <>
                <UrlText url={address} />
                {flag && (
                  <p class={isLive ? 'field__error' : 'detail'}>
                    {flagTexts[flag]}
                    {isLive ? ': remove it in production' : ': not for production'}
                  </p>
                )}
              </>
            ),
            '': (
              <ActionButton
                label="Remove"
                fullLabel={`Remove ${noun} ${address}`}
                request={api.removeAddress(clientId, list, address)}
                after={{ keep: setApplication, done: () => `Removed ${address}.` }}
                isRemoved
              />
            ),
          },
        }))}
      />
      <RefusedAddresses list={list} />
      <OperatorOnly>
        <AddForm
          id={`add-${list}`}
          label={`New ${noun}`}
          type="url"
          placeholder={placeholder}
          button={`Add ${noun}`}
          isRepeated
          add={({ run }, address) =>
            run(api.addAddress(clientId, list, address), {
              keep: setApplication,
              done: () => `Added ${address}.`,
            })
          }
        />
      </OperatorOnly>
    </Section>
  );
}

/** Lists the addresses that the service refused in the last 24 hours. A button next to each registers it. */
function RefusedAddresses({ list }: AddressSectionProps) {
  const { application, clientId, setApplication } = useApplication();
  const { refusedLead, rule, refused } = texts[list];
  const addresses = listRefused(application, list);
  if (addresses.length === 0) return null;
  return (
    <div class="stack">
      <h3>Refused in the last 24 hours</h3>
      <p class="muted">{refusedLead}</p>
      <RowTable
        caption={`${refused}s`}
        rows={addresses.map(({ address, refused_at, is_registrable }) => ({
          key: address,
          cells: {
            Address: (
              <>
                <UrlText url={address} />
                {!is_registrable && <span class="detail">Cannot be added: {rule}</span>}
              </>
            ),
            'Last refused': <Time at={refused_at} />,
            '': is_registrable && (
              <ActionButton
                label="Add"
                fullLabel={`Add ${refused} ${address}`}
                request={api.addAddress(clientId, list, address)}
                after={{ keep: setApplication, done: () => `Added ${address}.` }}
                isRemoved
              />
            ),
          },
        }))}
      />
    </div>
  );
}

function listRefused({ refused_origins, refused_redirect_uris }: Application, list: AddressList) {
  return list === 'origins'
    ? refused_origins.map(({ origin: address, ...facts }) => ({ address, ...facts }))
    : refused_redirect_uris.map(({ redirect_uri: address, ...facts }) => ({ address, ...facts }));
}
