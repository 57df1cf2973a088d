import type { Application } from '../../../shapes/dashboard-answers.ts';
import type { KnownProvider } from '../../../shapes/provider-answers.ts';
import { api } from '../../api.ts';
import { useApplication, useIsReader } from '../../dashboard-context.ts';
import { AllOrOnly, readAllOrOnly } from '../../parts/choices.tsx';
import { Form, SaveActions } from '../../parts/form.tsx';
import { Loader, ProblemText } from '../../parts/loader.tsx';
import { Section } from '../../parts/section.tsx';
import { useAction, useData } from '../../use-data.ts';
import { settingsSections } from './section-titles.ts';

const saved = 'The providers are saved.';

export function ProvidersSection() {
  const { application } = useApplication();
  const isReader = useIsReader();
  const data = useData(api.providers());
  return (
    <Section
      id="providers"
      title={settingsSections.providers}
      lead="What people can choose from, as of their next request."
    >
      <Loader data={data}>
        {({ providers }) =>
          isReader ? (
            <p>{describeOffered(providers, application)}</p>
          ) : (
            <ProvidersForm names={nameAll(providers, application)} />
          )
        }
      </Loader>
    </Section>
  );
}

function ProvidersForm({ names }: { readonly names: ReadonlyMap<string, string> }) {
  const { application, clientId, setApplication } = useApplication();
  const { isBusy, problem, run, refuse } = useAction();
  const submit = async (data: FormData) => {
    const chosen = readAllOrOnly(data, 'providers');
    if (chosen?.length === 0) refuse('Choose at least one provider.');
    else await run(api.setProviders(clientId, chosen), { keep: setApplication, done: () => saved });
    return null;
  };
  return (
    <Form submit={submit}>
      <AllOrOnly
        name="providers"
        legend={<span class="visually-hidden">Providers offered</span>}
        allLabel="All providers"
        all={[...names].map(([value, label]) => ({ value, label }))}
        chosen={application.provider_ids}
      />
      <ProblemText problem={problem} />
      <SaveActions what="providers" isBusy={isBusy} refuse={refuse} saved={saved} />
    </Form>
  );
}

/** @returns the names of the environment's providers by ID. Selected providers that no longer exist are included */
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
  if (offered === null) return 'All providers.';
  return [...nameAll(known, application)]
    .filter(([id]) => offered.includes(id))
    .map(([, name]) => name)
    .join(', ');
}
