import { useRef } from 'preact/hooks';
import { fill } from '../../../texts/fill.ts';
import type { PageTexts } from '../../../texts/surfaces.ts';
import { choosePurpose } from '../../shapes/purpose.ts';
import type { View } from '../flow.ts';
import { formatUnit } from '../format-unit.ts';
import { usePage } from '../page-context.ts';
import { ConsentForm } from '../parts/consent-form.tsx';
import { type Fact, Facts, Lines } from '../parts/facts.tsx';
import { ManageLink, readManageAddress } from '../parts/manage-link.tsx';
import { StepHead } from '../parts/parties.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** The kinds of data (shares) in the order in which people read them, the most important first. */
export const shownShares = ['returns', 'forms', 'transcripts', 'documents', 'identity'] as const;

export type ConsentViewProps = Omit<Extract<View, { kind: 'consent' }>, 'kind'>;

/**
 * Lets the user allow or deny access. A few short rows say who gets which data, for what purpose and how long, and how
 * to end the access. They are short so that Allow and Deny are in view on the smallest screens.
 */
export function ConsentView({ provider, accountLabel, shares, terms }: ConsentViewProps) {
  const { store, text } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const application = store.application.value.name;
  const { consent } = text;
  useShownFocus(heading);

  const what = shownShares
    .filter((share) => shares.includes(share))
    .map((share) => consent.what[share]);
  const title = fill(consent.title, { application, provider: provider.name });
  const purpose = choosePurpose(terms.purpose, text.lang);
  const howLong = describeDuration(text, terms.consent_days);
  const howToEnd = fill(consent.revokeBefore, { application });
  const rows: ConsentRow[] = [
    {
      name: consent.sharedWith,
      value: <Recipient privacyUrl={terms.privacy_url} />,
      text: application,
    },
    { name: consent.whatTitle, value: <Lines lines={what} isTicked />, text: what.join(', ') },
    ...(purpose.text === null
      ? []
      : [{ name: consent.whatFor, value: <Purpose {...purpose} />, text: purpose.text }]),
    toRow(consent.howLongTitle, howLong),
    {
      name: consent.revokeTitle,
      value: (
        <span>
          {howToEnd}
          <ManageLink after={consent.revokeAfter} />
        </span>
      ),
      text: howToEnd + readManageAddress() + consent.revokeAfter,
    },
  ];
  const lines = [title, ...rows.map((row) => `${row.name}: ${row.text}`), consent.notShared];
  return (
    <section class="view view--consent" aria-labelledby="view-title">
      <StepHead provider={provider} />
      <h1 class="view__title" id="view-title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      <p class="view__lead">
        <span class="visually-hidden">{consent.account}: </span>
        <bdi translate={false}>{provider.name}</bdi> · <bdi translate={false}>{accountLabel}</bdi>
      </p>
      <Facts rows={rows} />
      <Terms />
      {/* The invisible marks around names are removed, so that the stored record is enough to write the same text
          again. */}
      <ConsentForm
        shown={{ locale: text.lang, text: lines.join('\n').replaceAll(/[\u2068\u2069]/g, '') }}
      />
    </section>
  );
}

/** A row of the list, and its text for the stored record of the consent. */
interface ConsentRow extends Fact {
  readonly text: string;
}

const toRow = (name: string, text: string): ConsentRow => ({ name, value: text, text });

function describeDuration({ lang, consent }: PageTexts, days: number | null): string {
  if (days === null) return consent.howLong;
  return fill(consent.howLongDays, { days: formatUnit(lang, days, 'day') });
}

/**
 * The application's purpose. `lang` is null for a sentence that serves every language, because its language is not
 * known.
 */
export function Purpose({ text, lang }: ReturnType<typeof choosePurpose>) {
  return <bdi lang={lang ?? ''}>{text}</bdi>;
}

/** The application, with a link to its privacy policy. The link opens a new tab, because this tab has the flow. */
function Recipient({ privacyUrl }: { readonly privacyUrl: string | null }) {
  const { store, text } = usePage();
  return (
    <>
      <bdi translate={false}>{store.application.value.name}</bdi>
      {privacyUrl !== null && (
        <a class="facts__link" href={privacyUrl} target="_blank" rel="noopener noreferrer">
          {text.consent.privacy}
        </a>
      )}
    </>
  );
}

/** Folded details for careful users: the address of the application, and what is not shared with it. */
function Terms() {
  const { store, text, redirectHost } = usePage();
  const { consent } = text;
  const origin = store.origin.value;
  const address = origin ?? redirectHost;
  return (
    <details class="more">
      <summary class="more__title">{consent.details}</summary>
      <div class="more__body">
        {address && (
          <p>
            <b>{origin ? consent.verifiedOrigin : consent.redirectHost}</b>
            <bdi dir="ltr" translate={false}>
              {address}
            </bdi>
          </p>
        )}
        <p>{consent.notShared}</p>
      </div>
    </details>
  );
}
