import { LiveText } from '../../../kit/live-text.tsx';
import { api } from '../api.ts';
import { ApplicationProvider, useIsReader } from '../dashboard-context.ts';
import { applicationPages, findPage } from '../pages/application-pages.ts';
import { Loader } from '../parts/loader.tsx';
import { Navigation, RouteLink } from '../parts/route-link.tsx';
import { allApplications, ViewTitle } from '../parts/section.tsx';
import { EnvironmentBadge } from '../parts/values.tsx';
import type { ApplicationRoute } from '../routes.ts';
import { useData } from '../use-data.ts';

export function ApplicationView({ route }: { readonly route: ApplicationRoute }) {
  const data = useData(api.application(route.clientId), route);
  const page = findPage(route.page);
  const { value: application, problem } = data;
  if (problem?.status === 404) {
    return <MissingView title="No such application" text={problem.description} />;
  }
  return (
    <div class="application">
      <div class="application__side">
        <div class="row application__name">
          <p class="crumbs">
            <RouteLink to={{ view: 'applications' }}>All applications</RouteLink>
          </p>
          <strong>
            <LiveText text={application?.name ?? '…'} />
          </strong>
          {application && <EnvironmentBadge environment={application.environment} />}
        </div>
        <Pages clientId={route.clientId} page={route.page} />
      </div>
      <div class="view" key={`${route.page}/${route.item}`}>
        {route.item === undefined && (
          <ViewTitle
            text={page?.title ?? 'No such page'}
            of={application?.name}
            hasTimes={page !== undefined && page.path !== 'settings'}
          />
        )}
        {!page && <p>The application has no page at this address. Its pages are listed above.</p>}
        {page && (
          <Loader data={data}>
            {(loaded) => (
              <ApplicationProvider
                value={{
                  application: loaded,
                  clientId: loaded.client_id,
                  route,
                  setApplication: data.set,
                }}
              >
                <page.Contents />
              </ApplicationProvider>
            )}
          </Loader>
        )}
      </div>
    </div>
  );
}

function Pages({ clientId, page }: Pick<ApplicationRoute, 'clientId' | 'page'>) {
  const isReader = useIsReader();
  const links = applicationPages.flatMap(({ path, title, sections = {} }) => {
    const to = { view: 'application', clientId, page: path } as const;
    const isCurrent = path === page;
    const inside = Object.entries(isCurrent ? sections : {});
    const below = inside.map(([section, name]) => ({ title: name, to: { ...to, section } }));
    const shown = below.filter((link) => !isReader || link.to.section !== 'delete');
    return [{ title, to, isCurrent }, ...shown];
  });
  return <Navigation label="Application" class="nav pages" links={links} />;
}

/** The view for a URL without a view, for example because it was mistyped, or its application was deleted. */
export function MissingView({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section class="view">
      <ViewTitle text={title} back={allApplications} />
      <p role="alert">{text}</p>
    </section>
  );
}
