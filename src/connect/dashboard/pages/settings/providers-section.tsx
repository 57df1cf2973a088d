import { useEffect, useState } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import type { KnownProvider } from '../../../shapes/provider-answers.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { Loading } from '../../parts/loading.tsx';
import { ProblemText } from '../../parts/problem-text.tsx';
import { Section } from '../../parts/section.tsx';
import { SubmitButton, useSubmission } from '../../parts/submit.tsx';
import { Toggles } from '../../parts/toggles.tsx';

/** The providers that people can choose in this application. */
export function ProvidersSection({ application }: { readonly application: Application }) {
  const { providers, session, showProviders, setOfferedProviders } = useDashboard();
  const isReader = session.value?.role === 'reader';
  const loading = useSubmission();
  const { isBusy, problem, submit } = useSubmission();
  const [chosen, setChosen] = useState<readonly string[]>(application.provider_ids ?? []);
  const shown = providers.value;

  useEffect(() => void loading.submit(showProviders), []);

  const save = (event: Event) => {
    event.preventDefault();
    void submit(() => setOfferedProviders(chosen.length === 0 ? null : chosen));
  };
  return (
    <Section
      id="providers"
      title="Providers"
      lead="Which providers your users can choose. A change applies to their next request, also to connecting an account again."
    >
      <ProblemText problem={loading.problem} />
      {shown === null && loading.problem === null && <Loading />}
      {shown !== null && isReader && <p>{describeOffered(shown, application.provider_ids)}</p>}
      {shown !== null && !isReader && (
        <form class="form" noValidate onSubmit={save}>
          <Toggles
            legend="All if you choose none"
            all={new Map(shown.map(({ provider_id, name }) => [provider_id, name]))}
            chosen={chosen}
            onChange={setChosen}
          />
          <div class="actions">
            <SubmitButton label="Set providers" isBusy={isBusy} kind="small" />
          </div>
          <ProblemText problem={problem} />
        </form>
      )}
    </Section>
  );
}

function describeOffered(
  known: readonly KnownProvider[],
  offered: readonly string[] | null,
): string {
  if (offered === null) return 'All.';
  return known
    .filter(({ provider_id }) => offered.includes(provider_id))
    .map(({ name }) => name)
    .join(', ');
}
