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
      {shown !== null && isReader && <p>{describeOffered(shown, application)}</p>}
      {shown !== null && !isReader && (
        <form class="form" noValidate onSubmit={save}>
          <Toggles
            legend="All if you choose none"
            all={nameAll(shown, application)}
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

/** @returns every provider of the application's environment, and the offered ones that no longer exist */
function nameAll(
  known: readonly KnownProvider[],
  { environment, provider_ids }: Application,
): ReadonlyMap<string, string> {
  const own = known.filter(({ environments }) => environments.includes(environment));
  const names = new Map(own.map(({ provider_id, name }) => [provider_id, name]));
  for (const id of provider_ids ?? []) {
    if (!names.has(id)) names.set(id, `${id} (no longer exists)`);
  }
  return names;
}

function describeOffered(known: readonly KnownProvider[], application: Application): string {
  const { provider_ids: offered } = application;
  if (offered === null) return 'All.';
  return [...nameAll(known, application)]
    .filter(([id]) => offered.includes(id))
    .map(([, name]) => name)
    .join(', ');
}
