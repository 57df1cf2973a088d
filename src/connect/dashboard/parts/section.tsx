import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LiveText } from '../../../kit/live-text.tsx';
import { useApplication, useDashboard } from '../dashboard-context.ts';
import { formatZone } from '../format.ts';
import type { Destination } from '../routes.ts';
import { RouteLink } from './route-link.tsx';

export interface ViewTitleProps {
  readonly text: string;
  /** The name of the application to which the view belongs. It is shown only in the document's title. */
  readonly of?: string | undefined;
  /** True when the view shows times. The time zone is then beside the heading. */
  readonly hasTimes?: boolean;
  /** A link above the heading, to the list of what the view shows. */
  readonly back?: { readonly to: Destination; readonly label: string };
  readonly children?: ComponentChildren;
}

export const allApplications = { to: { view: 'applications' }, label: 'All applications' } as const;

/** The heading of a view that replaces another gets the focus, for screen readers. In a new document, it does not. */
export function ViewTitle({ text, of, hasTimes = false, back, children }: ViewTitleProps) {
  const { visit } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(of === undefined ? text : `${text} · ${of}`);
  useEffect(() => {
    // Focusing must not scroll: a new view starts at its top, and on a step back the browser restores the position.
    if (visit.value > 0) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      {back && (
        <p class="crumbs">
          <RouteLink to={back.to}>{back.label}</RouteLink>
        </p>
      )}
      <div class="row">
        <h1 class="view__title" tabIndex={-1} ref={heading}>
          <LiveText text={text} />
        </h1>
        {children}
        {hasTimes && <p class="muted">Times in {formatZone()}</p>}
      </div>
    </>
  );
}

type ItemTitleProps = Pick<ViewTitleProps, 'text' | 'children'> & { readonly all: string };

/** The heading of an item of an application's page, such as a webhook. The link to all of them is above it. */
export function ItemTitle({ all, ...title }: ItemTitleProps) {
  const { application, clientId, route } = useApplication();
  const back = { to: { view: 'application', clientId, page: route.page } as const, label: all };
  return <ViewTitle {...title} of={application.name} hasTimes back={back} />;
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Connect dashboard`;
  }, [title]);
}

export interface SectionProps {
  /** The section's ID. A URL with this fragment scrolls to the section. */
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly children: ComponentChildren;
}

export function Section(props: SectionProps) {
  const { id, title, lead, children } = props;
  const { route } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const current = route.value;
  useEffect(() => {
    if (current.view !== 'application' || current.section !== id) return;
    heading.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
  }, [current]);
  return (
    <section class="section" id={id} aria-labelledby={`${id}-title`}>
      <div class="stack stack--tight">
        <h2 id={`${id}-title`} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        {lead && (
          <p class="muted">
            <LiveText text={lead} />
          </p>
        )}
      </div>
      <div class="stack">{children}</div>
    </section>
  );
}
