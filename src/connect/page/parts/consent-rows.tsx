import type { Share } from 'tax-connect/providers';
import { fill } from '../../../texts/fill.ts';
import type { PageTexts } from '../../../texts/surfaces.ts';
import type { StepContents } from '../../shapes/flow-answers.ts';
import { choosePurpose } from '../../shapes/purpose.ts';
import { formatUnit } from '../format-unit.ts';
import { Domain } from './domain.tsx';
import { type Fact, Lines } from './facts.tsx';

/** The kinds of data (shares) in the order in which people read them, the most important first. */
export const shownShares = ['returns', 'forms', 'transcripts', 'documents', 'identity'] as const;

/** Where people end the access of applications. */
const managePath = '/manage';

export function listShares({ consent }: PageTexts, shares: readonly Share[]): string[] {
  return shownShares.filter((share) => shares.includes(share)).map((share) => consent.what[share]);
}

/** A row of the list, and its text for the stored record of the consent, without the name of a link. */
export interface ConsentRow extends Fact {
  readonly text: string;
}

export interface ConsentContents extends Omit<StepContents<'consent'>, 'account'> {
  readonly application: string;
}

/** @returns the rows of the consent screen. The preview in the dashboard shows them, too */
export function listConsentRows(text: PageTexts, contents: ConsentContents): ConsentRow[] {
  const { application, shares, terms } = contents;
  const { consent } = text;
  const what = listShares(text, shares);
  const purpose = choosePurpose(terms.purpose, text.lang);
  // As people read the address, without `https://`.
  const manageAddress = window.location.host + managePath;
  const duration = describeDuration(text, terms.consent_days);
  const howToEnd = fill(consent.revokeBefore, { application });
  return [
    { name: consent.whatTitle, value: <Lines lines={what} />, text: what.join(', ') },
    ...(purpose.text === null
      ? []
      : [{ name: consent.whatFor, value: <Purpose {...purpose} />, text: purpose.text }]),
    { name: consent.howLongTitle, value: duration, text: duration },
    {
      name: consent.revokeTitle,
      value: (
        <>
          <a class="inline-link" href={managePath} target="_blank" rel="noopener noreferrer">
            {text.manageLink}
          </a>{' '}
          <small>
            {howToEnd}
            <Domain name={manageAddress} after={consent.revokeAfter} />
          </small>
        </>
      ),
      text: howToEnd + manageAddress + consent.revokeAfter,
    },
  ];
}

function describeDuration({ lang, consent }: PageTexts, days: number | null): string {
  if (days === null) return consent.howLong;
  return fill(consent.howLongDays, { days: formatUnit(lang, days, 'day') });
}

export interface ConsentTermsProps {
  readonly text: PageTexts;
  /** The address of the application, with its name in the details; a value of null when it is not known. */
  readonly address: { readonly name: string; readonly value: string | null };
  readonly privacyUrl: string | null;
}

/** Folded details, and a link to the privacy policy, which opens a new tab, because this tab has the flow. */
export function ConsentTerms({ text: { consent }, address, privacyUrl }: ConsentTermsProps) {
  return (
    <div class="terms row">
      <details class="more">
        <summary class="more__title">{consent.details}</summary>
        <div class="more__body">
          {address.value && (
            <p>
              <b>{address.name}</b>
              <bdi dir="ltr" translate={false}>
                {address.value}
              </bdi>
            </p>
          )}
          <p>{consent.notShared}</p>
        </div>
      </details>
      {privacyUrl !== null && (
        <a class="privacy" href={privacyUrl} target="_blank" rel="noopener noreferrer">
          {consent.privacy}
        </a>
      )}
    </div>
  );
}

/** `lang` is null for a sentence that serves every language, because its language is not known. */
export function Purpose({ text, lang }: ReturnType<typeof choosePurpose>) {
  return <bdi lang={lang ?? ''}>{text}</bdi>;
}
