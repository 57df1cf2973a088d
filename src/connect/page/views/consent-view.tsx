import { useRef } from 'preact/hooks';
import type { View } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { BackButton } from '../parts/back-button.tsx';
import { ConsentForm } from '../parts/consent-form.tsx';
import { Domain } from '../parts/domain.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** What the view shows. */
export type ConsentViewProps = Omit<Extract<View, { kind: 'consent' }>, 'kind'>;

/** Where the user decides, knowing what is shared, with whom, for how long and how to end it. */
export function ConsentView({ provider, accountLabel }: ConsentViewProps) {
  const { store, text } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const application = store.application.value.name;
  useShownFocus(heading);

  return (
    <section class="view view--consent" aria-labelledby="view-title">
      <BackButton />
      <h1 class="view__title" id="view-title" tabIndex={-1} ref={heading}>
        {text.consent.title(application, provider.name)}
      </h1>
      <Parties provider={provider} accountLabel={accountLabel} />
      <div class="terms">
        <h2 class="terms__title">{text.consent.whatTitle}</h2>
        <ul class="terms__list">
          {text.consent.what.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p class="terms__text">{text.consent.notShared}</p>
        <h2 class="terms__title">{text.consent.howLongTitle}</h2>
        <p class="terms__text">{text.consent.howLong}</p>
        <h2 class="terms__title">{text.consent.revokeTitle}</h2>
        <p class="terms__text">
          {text.consent.revokeBefore(application)}
          <Domain name={provider.domain} after={text.consent.revokeAfter} />
        </p>
      </div>
      <ConsentForm />
    </section>
  );
}

function Parties({ provider, accountLabel }: ConsentViewProps) {
  const { store, text, redirectHost } = usePage();
  const origin = store.origin.value;
  return (
    <dl class="facts">
      <div class="facts__row">
        <dt>{text.consent.sharedWith}</dt>
        <dd>{store.application.value.name}</dd>
      </div>
      {(origin ?? redirectHost) && (
        <div class="facts__row">
          <dt>{origin ? text.consent.verifiedOrigin : text.consent.redirectHost}</dt>
          <dd>
            <bdi dir="ltr">{origin ?? redirectHost}</bdi>
          </dd>
        </div>
      )}
      <div class="facts__row">
        <dt>{text.consent.account}</dt>
        <dd>
          {provider.name}
          {accountLabel && <span class="facts__detail">{accountLabel}</span>}
        </dd>
      </div>
    </dl>
  );
}
