import { useDashboard } from './dashboard-context.ts';
import { Layout } from './parts/layout.tsx';
import { Loading, LoadProblem } from './parts/loader.tsx';
import { AccessView } from './views/access-view.tsx';
import { ApplicationListView } from './views/application-list-view.tsx';
import { ApplicationView, MissingView } from './views/application-view.tsx';
import { AuditLogView } from './views/audit-log-view.tsx';
import { ProvidersView } from './views/providers-view.tsx';
import { ReferenceView } from './views/reference-view.tsx';
import { RegisterView } from './views/register-view.tsx';
import { SignInView } from './views/sign-in-view.tsx';

export function App() {
  return (
    <Layout>
      <CurrentView />
    </Layout>
  );
}

function CurrentView() {
  const { session, route, problem, load } = useDashboard();
  if (session.value === null) {
    return problem.value ? <LoadProblem problem={problem.value} load={load} /> : <Loading />;
  }
  if (session.value.csrf_token === null) return <SignInView session={session.value} />;
  const current = route.value;
  switch (current.view) {
    case 'applications':
      return <ApplicationListView />;
    case 'register':
      return <RegisterView />;
    case 'access':
      return <AccessView />;
    case 'audit-log':
      return <AuditLogView />;
    case 'providers':
      return <ProvidersView />;
    case 'reference':
      return <ReferenceView key={current.reference} reference={current.reference} />;
    case 'application':
      return <ApplicationView key={current.clientId} route={current} />;
    case 'missing':
      return <MissingView title="No such page" text="Its address may be mistyped." />;
  }
}
