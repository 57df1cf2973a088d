import { fill } from '../../../texts/fill.ts';
import type { ViewOf } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { ConsentForm } from '../parts/consent-form.tsx';
import { listConsentRows, PrivacyLink } from '../parts/consent-rows.tsx';
import { Facts } from '../parts/facts.tsx';
import { AccountLine, StepTitle } from '../parts/headings.tsx';
import { StepHead } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';

/** The title says who gets data. The rows are short so that Allow and Deny are in view on the smallest screens. */
export function ConsentView({ provider, account, ...contents }: ViewOf<'consent'>) {
  const { application: named, dispatch, failedTask, text } = usePage();
  const application = named.name;
  const { consent } = text;

  const title = fill(consent.title, { application, provider: provider.name });
  const rows = listConsentRows(text, { ...contents, application });
  const lines = [title, ...rows.map((row) => `${row.name}: ${row.text}`), consent.notShared];
  // Without the invisible marks around names, so that the stored record is enough to write the same text again.
  const shown = { locale: text.lang, text: lines.join('\n').replaceAll(/[\u2068\u2069]/g, '') };
  return (
    <section class="view view--consent" aria-labelledby="view-title">
      <StepHead provider={provider} />
      <StepTitle>{title}</StepTitle>
      <AccountLine provider={provider} account={account} />
      {/* A problem of the last answer stands above the terms, so that it covers none of them. */}
      <ProblemNote
        onRetry={() => dispatch('decide', failedTask === 'allow' ? 'allow' : 'deny', shown)}
      />
      <Facts rows={rows} />
      <Terms privacyUrl={contents.terms.privacy_url} />
      <ConsentForm shown={shown} />
    </section>
  );
}

/**
 * Folded details for careful users: the address of the application, and what is not shared with it. Beside them is the
 * link to the application's privacy policy.
 */
function Terms({ privacyUrl }: { readonly privacyUrl: string | null }) {
  const { origin, text, redirectHost } = usePage();
  const { consent } = text;
  const address = origin ?? redirectHost;
  return (
    <div class="terms">
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
      {privacyUrl !== null && <PrivacyLink url={privacyUrl} label={consent.privacy} />}
    </div>
  );
}
