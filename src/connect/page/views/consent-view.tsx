import { fill } from '../../../texts/fill.ts';
import type { ViewOf } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { ConsentForm } from '../parts/consent-form.tsx';
import { ConsentTerms, listConsentRows } from '../parts/consent-rows.tsx';
import { Facts } from '../parts/facts.tsx';
import { AccountLine, StepTitle } from '../parts/headings.tsx';
import { Parties } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';

/** The title says who gets data. The rows are short so that Allow and Deny are in view on the smallest screens. */
export function ConsentView({ provider, account, ...contents }: ViewOf<'consent'>) {
  const { application: named, dispatch, failedTask, origin, redirectHost, text } = usePage();
  const application = named.name;
  const { consent } = text;

  const title = fill(consent.title, { application, provider: provider.name });
  const rows = listConsentRows(text, { ...contents, application });
  const lines = [title, ...rows.map((row) => `${row.name}: ${row.text}`), consent.notShared];
  // Without the invisible marks around names, so that the stored record is enough to write the same text again.
  const shown = { locale: text.lang, text: lines.join('\n').replaceAll(/[\u2068\u2069]/g, '') };
  const address = {
    name: origin ? consent.verifiedOrigin : consent.redirectHost,
    value: origin ?? redirectHost,
  };
  return (
    <section class="view view--consent" aria-labelledby="view-title">
      <Parties provider={provider} />
      <StepTitle>{title}</StepTitle>
      <AccountLine provider={provider} account={account} />
      {/* A problem of the last answer stands above the terms, so that it covers none of them. */}
      <ProblemNote
        onRetry={() => dispatch('decide', failedTask === 'allow' ? 'allow' : 'deny', shown)}
      />
      <Facts rows={rows} />
      <ConsentTerms text={text} address={address} privacyUrl={contents.terms.privacy_url} />
      <ConsentForm shown={shown} />
    </section>
  );
}
