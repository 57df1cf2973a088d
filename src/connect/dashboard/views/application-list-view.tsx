import type { ApplicationSummary } from '../../shapes/dashboard-answers.ts';
import { api } from '../api.ts';
import { EnvironmentBadge } from '../parts/environment-badge.tsx';
import { Loader } from '../parts/loader.tsx';
import { OperatorOnly } from '../parts/operator-only.tsx';
import { ReferenceSearch } from '../parts/reference-search.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { RowTable } from '../parts/row-table.tsx';
import { Usage } from '../parts/usage.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { useData } from '../use-data.ts';

export function ApplicationListView() {
  const applications = useData(api.applications());
  return (
    <section class="view">
      <ViewTitle text="Applications">
        <OperatorOnly>
          <RouteLink to={{ view: 'register' }} class="button button--primary">
            Register an application
          </RouteLink>
        </OperatorOnly>
      </ViewTitle>
      <Loader data={applications}>
        {(loaded) => <ApplicationTable applications={loaded.applications} />}
      </Loader>
    </section>
  );
}

interface ApplicationTableProps {
  readonly applications: readonly ApplicationSummary[];
}

function ApplicationTable({ applications }: ApplicationTableProps) {
  if (applications.length === 0) {
    return (
      <p class="card empty">
        Nothing is registered yet. An application gives you a client ID and a client secret.
      </p>
    );
  }
  return (
    <>
      <RowTable
        caption="Registered applications"
        columns={['Application', 'Test sign-ins']}
        rows={applications.map(({ client_id, name, environment, submissions }) => ({
          key: client_id,
          cells: [
            <>
              <RouteLink to={{ view: 'application', clientId: client_id }} class="row-link">
                {name}
              </RouteLink>{' '}
              <EnvironmentBadge environment={environment} />
              <span class="detail mono">{client_id}</span>
            </>,
            <Usage submissions={submissions} />,
          ],
        }))}
      />
      <ReferenceSearch />
    </>
  );
}
