import { useEffect } from 'preact/hooks';
import { formatReference } from '../shapes/reference.ts';
import { useDashboard } from './dashboard-context.ts';
import type { DashboardStore } from './dashboard-store.ts';
import { findPage } from './pages/application-pages.ts';
import { Layout } from './parts/layout.tsx';
import { LoadProblem } from './parts/load-problem.tsx';
import { Loading } from './parts/loading.tsx';
import { AccessView } from './views/access-view.tsx';
import { ApplicationListView } from './views/application-list-view.tsx';
import { ApplicationView } from './views/application-view.tsx';
import { AuditLogView } from './views/audit-log-view.tsx';
import { MissingView } from './views/missing-view.tsx';
import { ProvidersView } from './views/providers-view.tsx';
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
  const store = useDashboard();
  const { visitor, route, problem } = store;
  const title = describeView(store);
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
    case 'access':
      return <AccessView />;
    case 'audit-log':
      return <AuditLogView />;
    case 'providers':
      return <ProvidersView />;
    case 'reference':
      return <ReferenceView key={route.value.reference} />;
    case 'application':
      return <ApplicationView key={route.value.clientId} route={route.value} />;
    case 'missing':
      return <MissingView />;
  }
}

function describeView({ visitor, route, application }: DashboardStore): string {
  if (visitor.value === 'stranger') return 'Sign in';
  switch (route.value.view) {
    case 'applications':
      return 'Applications';
    case 'register':
      return 'Register an application';
    case 'access':
      return 'People and keys';
    case 'audit-log':
      return 'Audit log';
    case 'providers':
      return 'Providers';
    case 'reference':
      return `Reference ${formatReference(route.value.reference)}`;
    case 'application': {
      const page = findPage(route.value.page)?.title ?? 'No such page';
      return application.value ? `${page} · ${application.value.name}` : page;
    }
    case 'missing':
      return 'No such page';
  }
}
