import type { ApplicationSummary } from '../../shapes/dashboard-answers.ts';
import { api } from '../api.ts';
import { OperatorOnly } from '../dashboard-context.ts';
import { Loader } from '../parts/loader.tsx';
import { ReferenceSearch } from '../parts/reference-search.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { RowTable, type TableRow } from '../parts/row-list.tsx';
import { ViewTitle } from '../parts/section.tsx';
import { EnvironmentBadge, Usage } from '../parts/values.tsx';
import { useData } from '../use-data.ts';

export function ApplicationListView() {
  const data = useData(api.applications());
  return (
    <section class="view">
      <ViewTitle text="Applications">
        <OperatorOnly>
          <RouteLink to={{ view: 'register' }} class="button button--primary end">
            Register an application
          </RouteLink>
        </OperatorOnly>
      </ViewTitle>
      <Loader data={data}>
        {({ applications }) => (
          <>
            <RowTable
              caption="Registered applications"
              rows={applications.map(toRow)}
              empty="Nothing is registered yet. An application gives you a client ID and a client secret."
            />
            {applications.length > 0 && <ReferenceSearch />}
          </>
        )}
      </Loader>
    </section>
  );
}

function toRow({ client_id, name, environment, submissions }: ApplicationSummary): TableRow {
  return {
    key: client_id,
    cells: {
      Application: (
        <>
          <RouteLink to={{ view: 'application', clientId: client_id }} class="row-link">
            {name}
          </RouteLink>{' '}
          <EnvironmentBadge environment={environment} />
          <span class="detail mono">{client_id}</span>
        </>
      ),
      'Test sign-ins': <Usage submissions={submissions} />,
    },
  };
}
