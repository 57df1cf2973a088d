import type { ComponentChildren } from 'preact';
import type { Consent, ConsentEnd } from '../../../shapes/consent-answers.ts';
import type { ConsentEndKind, Disconnector } from '../../../shapes/unions.ts';
import { formatTime } from '../../format.ts';
import { RouteLink } from '../../parts/route-link.tsx';

/** The kinds of data, with the names on the consent screen. */
const shareTexts: Readonly<Record<Consent['shares'][number], string>> = {
  returns: 'tax returns',
  forms: 'tax forms',
  transcripts: 'IRS transcripts',
  documents: 'other tax documents',
  identity: 'name, address and filing status',
};

const endTexts: Readonly<Record<ConsentEndKind, string>> = {
  expired: 'Its time is over.',
  disconnected: 'The account was disconnected.',
  followed: 'A later consent of the same account stands in its place.',
  not_connected: 'Its code was not exchanged, so the application got no access.',
  application_deleted: 'The application was deleted.',
};

const disconnectorTexts: Readonly<Record<Disconnector, string>> = {
  application: 'The application disconnected the account.',
  operator: 'The account was disconnected here or by the admin API.',
  person: 'The person ended it.',
};

/** A consent, and whether its details are open at first. */
export interface ConsentRowProps {
  readonly consent: Consent;
  readonly isOpen: boolean;
}

/** A summary of a consent. It opens to show the complete record. */
export function ConsentRow({ consent, isOpen }: ConsentRowProps) {
  const { provider, account_id, granted_at, expires_at, ended } = consent;
  return (
    <li class="addresses__row addresses__row--stacked" tabIndex={-1}>
      <div class="addresses__text">
        <span>
          <strong class={`outcome ${ended === null ? 'outcome--code_exchanged' : ''}`}>
            {ended === null ? 'Valid' : 'Ended'}
          </strong>{' '}
          {provider} <span class="mono">{account_id}</span>
        </span>
        <span class="account__times">
          Given {formatTime(granted_at)}. {ended ? describeEnd(ended) : describeTime(expires_at)}
        </span>
        <details open={isOpen}>
          <summary>What was agreed</summary>
          <Record consent={consent} />
        </details>
      </div>
    </li>
  );
}

function describeTime(expiresAt: number | null): string {
  return expiresAt === null ? 'Without an end.' : `Until ${formatTime(expiresAt)}.`;
}

function describeEnd({ how, at, by }: ConsentEnd): string {
  const reason = by === null ? endTexts[how] : disconnectorTexts[by];
  return at === null ? reason : `Ended ${formatTime(at)}. ${reason}`;
}

function Record({ consent }: { readonly consent: Consent }) {
  const { client_id: clientId, consent_id, provider, provider_id, privacy_url } = consent;
  const { application, environment, account_id, locale, text_hash, expires_at, ended } = consent;
  return (
    <dl class="facts record">
      <Fact name="Given to">
        {application} <span class="mono">{clientId}</span> ({environment})
      </Fact>
      <Fact name="Provider">
        {provider} <span class="mono">{provider_id}</span>
      </Fact>
      <Fact name="Account">
        <span class="mono">{account_id}</span>
      </Fact>
      <Fact name="What">
        {consent.shares.map((share) => shareTexts[share]).join(', ') || 'none'}
      </Fact>
      <Fact name="What for">{consent.purpose ?? 'Not said'}</Fact>
      <Fact name="Privacy address">{privacy_url ?? 'None'}</Fact>
      <Fact name="Given">{formatTime(consent.granted_at)}</Fact>
      <Fact name="Agreed end">{expires_at === null ? 'None' : formatTime(expires_at)}</Fact>
      <Fact name="Now">{ended === null ? 'Valid' : describeEnd(ended)}</Fact>
      <Fact name="Language of the text">{locale ?? 'Not known: no page has shown it'}</Fact>
      <Fact name="SHA-256 of the text">
        {text_hash === null ? 'Not known' : <span class="mono">{text_hash}</span>}
      </Fact>
      <Fact name="Record">
        <RouteLink to={{ view: 'application', clientId, page: 'consent', section: consent_id }}>
          <span class="mono">{consent_id}</span>
        </RouteLink>
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

function Fact({ name, children }: FactProps) {
  return (
    <div class="facts__row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
