import type { Consent, ConsentEnd } from '../../../shapes/consent-answers.ts';
import { consentEndTexts } from '../../../shapes/dashboard-words.ts';
import type { Disconnector } from '../../../shapes/unions.ts';
import { formatTime, formatWholeTime } from '../../format.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import type { TableRow } from '../../parts/row-list.tsx';
import { Facts, ShortId, Status, Time } from '../../parts/values.tsx';
import { formatFilters } from '../../routes.ts';

/** The kinds of tax data that a person can share, with the names on the consent screen. */
const shareTexts: Readonly<Record<Consent['shares'][number], string>> = {
  returns: 'tax returns',
  forms: 'tax forms',
  transcripts: 'IRS transcripts',
  documents: 'other tax documents',
  identity: 'name, address and filing status',
};

const disconnectorTexts: Readonly<Record<Disconnector, string>> = {
  application: 'The application disconnected the account.',
  operator: 'The account was disconnected here or by the admin API.',
  person: 'The person ended it.',
};

export function toConsentRow(consent: Consent, isOpen: boolean): TableRow {
  const { consent_id, provider, account_id, granted_at, expires_at, ended } = consent;
  return {
    key: consent_id,
    time: granted_at,
    name: `the consent for ${account_id}`,
    isOpen,
    cells: {
      Status: ended ? <Status kind="over" text="Ended" /> : <Status kind="good" text="Valid" />,
      Provider: provider,
      Account: <ShortId id={account_id} what="account ID" />,
      Given: <Time at={granted_at} />,
      Ends: ended
        ? describeEnd(ended)
        : expires_at === null
          ? 'No expiry'
          : `Until ${formatTime(expires_at)}`,
      '': '',
    },
    details: () => <Record consent={consent} />,
  };
}

function describeEnd({ how, at, by }: ConsentEnd): string {
  const reason = by === null ? consentEndTexts[how] : disconnectorTexts[by];
  return at === null ? reason : `Ended ${formatTime(at)}. ${reason}`;
}

function Record({ consent }: { readonly consent: Consent }) {
  const { client_id: clientId, consent_id, provider, provider_id, privacy_url } = consent;
  const { application, environment, account_id, locale, text_hash, expires_at, ended } = consent;
  const section = formatFilters({ search: consent_id });
  const facts = {
    'Given to': (
      <>
        {application} <span class="mono">{clientId}</span> ({environment})
      </>
    ),
    Provider: (
      <>
        {provider} <span class="mono">{provider_id}</span>
      </>
    ),
    Account: <span class="mono">{account_id}</span>,
    Data: consent.shares.map((share) => shareTexts[share]).join(', ') || 'none',
    Purpose: consent.purpose ?? 'Not said',
    'Language of the purpose': consent.purpose_locale ?? 'Not said',
    'Privacy policy URL': privacy_url ?? 'None',
    Given: formatWholeTime(consent.granted_at),
    'Agreed end': expires_at === null ? 'No expiry' : formatWholeTime(expires_at),
    Now: ended === null ? 'Valid' : describeEnd(ended),
    'Language of the text': locale ?? 'Not known: no page has shown it',
    'SHA-256 of the text': text_hash === null ? 'Not known' : <span class="mono">{text_hash}</span>,
    Record: (
      <RouteLink to={{ view: 'application', clientId, page: 'consent', section }}>
        <span class="mono">{consent_id}</span>
      </RouteLink>
    ),
  };
  return <Facts facts={facts} />;
}
