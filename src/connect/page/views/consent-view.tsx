import { useRef } from 'preact/hooks';
import type { View } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { ConsentForm } from '../parts/consent-form.tsx';
import { Domain } from '../parts/domain.tsx';
import { Facts } from '../parts/facts.tsx';
import { StepHead } from '../parts/parties.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** The most important first. */
const shownShares = ['returns', 'forms', 'transcripts', 'documents', 'identity'] as const;

/** The account and the parties of the consent. */
export type ConsentViewProps = Pick<
  Extract<View, { kind: 'consent' }>,
  'provider' | 'accountLabel' | 'shares'
>;

/**
 * Lets the user decide. A few short lines say what is shared, with whom and for how long, so that
 * both answers are in view on the smallest screens. How to check and end it is one press away.
 */
export function ConsentView({ provider, accountLabel, shares }: ConsentViewProps) {
  const { store, text } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const application = store.application.value.name;
  const { consent } = text;
  useShownFocus(heading);

  return (
    <section class="view view--consent" aria-labelledby="view-title">
      <StepHead provider={provider} />
      <h1 class="view__title" id="view-title" tabIndex={-1} ref={heading}>
        {consent.title(application, provider.name)}
      </h1>
      <Facts
        rows={[
          {
            name: consent.whatTitle,
            value: shownShares
              .filter((share) => shares.includes(share))
              .map((share) => consent.what[share]),
          },
          { name: consent.sharedWith, value: application },
          { name: consent.howLongTitle, value: consent.howLong },
          { name: consent.account, value: provider.name, detail: accountLabel },
        ]}
      />
      <Terms domain={provider.domain} />
      <ConsentForm />
    </section>
  );
}

/** Details for careful users. */
function Terms({ domain }: { readonly domain: string }) {
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
            <bdi dir="ltr">{address}</bdi>
          </p>
        )}
        <p>
          <b>{consent.revokeTitle}</b>
          <span>
            {consent.revokeBefore(store.application.value.name)}
            <Domain name={domain} after={consent.revokeAfter} />
          </span>
        </p>
        <p>{consent.notShared}</p>
      </div>
    </details>
  );
}
