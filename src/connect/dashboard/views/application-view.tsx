import { useDashboard } from '../dashboard-context.ts';
import { applicationPages, findPage } from '../pages/application-pages.ts';
import { EnvironmentBadge } from '../parts/environment-badge.tsx';
import { Loading } from '../parts/loading.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import type { Route } from '../routes.ts';

/** The application, and the page to show. */
export interface ApplicationViewProps {
  readonly route: Extract<Route, { readonly view: 'application' }>;
}

/** A page of an application, beside the navigation of its pages. */
export function ApplicationView({ route }: ApplicationViewProps) {
  const { application } = useDashboard();
  const shown = application.value;
  const page = findPage(route.page);
  return (
    <div class="application">
      <div class="application__side">
        <p class="crumbs">
          <RouteLink to={{ view: 'applications' }}>All applications</RouteLink>
        </p>
        <p class="application__name">
          <strong>{shown?.name ?? '…'}</strong>{' '}
          {shown && <EnvironmentBadge environment={shown.environment} />}
        </p>
        <Navigation route={route} />
      </div>
      <div class="view" key={route.page ?? ''}>
        <ViewTitle>{page?.title ?? 'No such page'}</ViewTitle>
        {!page && <p>The application has no page at this address. Its pages are listed above.</p>}
        {page && (shown ? <page.Contents application={shown} /> : <Loading />)}
      </div>
    </div>
  );
}

function Navigation({ route: { clientId, page } }: ApplicationViewProps) {
  return (
    <nav class="pages" aria-label="Application">
      {applicationPages.map(({ path, title }) => (
        <RouteLink
          key={title}
          to={{ view: 'application', clientId, page: path ?? undefined }}
          isCurrent={path === (page ?? null)}
        >
          {title}
        </RouteLink>
      ))}
    </nav>
  );
}
