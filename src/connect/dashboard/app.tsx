import { useEffect } from 'preact/hooks';
import { formatReference } from '../shapes/reference.ts';
import { useDashboard } from './dashboard-context.ts';
import { Layout } from './parts/layout.tsx';
import { LoadProblem } from './parts/load-problem.tsx';
import { Loading } from './parts/loading.tsx';
import { ApplicationListView } from './views/application-list-view.tsx';
import { ApplicationView } from './views/application-view.tsx';
import { AuditLogView } from './views/audit-log-view.tsx';
import { ReferenceView } from './views/reference-view.tsx';
import { RegisterView } from './views/register-view.tsx';
import { SignInView } from './views/sign-in-view.tsx';

/** The developer dashboard. */
export function App() {
  return (
    <Layout>
      <CurrentView />
    </Layout>
  );
}

function CurrentView() {
  const { visitor, route, problem } = useDashboard();
  const title = useTitle();
  useEffect(() => {
    document.title = `${title} · Connect dashboard`;
  }, [title]);

  if (visitor.value === 'unknown') return problem.value ? <LoadProblem /> : <Loading />;
  if (visitor.value === 'stranger') return <SignInView />;
  if (problem.value) return <LoadProblem />;
  switch (route.value.view) {
    case 'applications':
      return <ApplicationListView />;
    case 'register':
      return <RegisterView />;
    case 'audit-log':
      return <AuditLogView />;
    case 'reference':
      return <ReferenceView key={route.value.reference} />;
    case 'application':
      return <ApplicationView key={route.value.clientId} />;
  }
}

function useTitle(): string {
  const { visitor, route, application } = useDashboard();
  if (visitor.value === 'stranger') return 'Sign in';
  switch (route.value.view) {
    case 'applications':
      return 'Applications';
    case 'register':
      return 'Register an application';
    case 'audit-log':
      return 'Audit log';
    case 'reference':
      return `Reference ${formatReference(route.value.reference)}`;
    case 'application':
      return application.value?.name ?? 'Application';
  }
}
