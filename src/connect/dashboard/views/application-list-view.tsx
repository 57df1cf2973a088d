import { useDashboard } from '../dashboard-context.ts';
import { EnvironmentBadge } from '../parts/environment-badge.tsx';
import { Loading } from '../parts/loading.tsx';
import { OperatorOnly } from '../parts/operator-only.tsx';
import { ReferenceSearch } from '../parts/reference-search.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { Table } from '../parts/table.tsx';
import { Usage } from '../parts/usage.tsx';
import { ViewTitle } from '../parts/view-title.tsx';

/** All registered applications. */
export function ApplicationListView() {
  const { applications } = useDashboard();
  const list = applications.value;
  return (
    <section class="view">
      <div class="view__head">
        <ViewTitle>Applications</ViewTitle>
        <OperatorOnly>
          <RouteLink to={{ view: 'register' }} class="button button--primary">
            Register an application
          </RouteLink>
        </OperatorOnly>
      </div>
      {list === null && <Loading />}
      {list?.length === 0 && (
        <p class="card empty">
          Nothing is registered yet. An application gives you a client ID and a client secret.
        </p>
      )}
      {list !== null && list.length > 0 && (
        <div class="card card--table">
          <Table caption="Registered applications" columns={['Application', 'Test sign-ins']}>
            {list.map(({ client_id, name, environment, submissions }) => (
              <tr key={client_id}>
                <th scope="row">
                  <RouteLink to={{ view: 'application', clientId: client_id }} class="row-link">
                    {name}
                  </RouteLink>{' '}
                  <EnvironmentBadge environment={environment} />
                  <span class="mono muted">{client_id}</span>
                </th>
                <td>
                  <Usage submissions={submissions} />
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      {list !== null && list.length > 0 && <ReferenceSearch />}
    </section>
  );
}
