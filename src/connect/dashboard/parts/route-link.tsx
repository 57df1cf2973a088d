import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApplication, useDashboard } from '../dashboard-context.ts';
import { type Destination, formatRoute } from '../routes.ts';
import type { Fix } from './integration-health.ts';

export interface RouteLinkProps {
  readonly to: Destination;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** A link to a view. A plain click shows the view without loading a document; other clicks may open a new tab. */
export function RouteLink({ to, class: className, isCurrent = false, children }: RouteLinkProps) {
  const { go } = useDashboard();
  const handleClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    go(to);
  };
  return (
    <a
      class={className}
      href={formatRoute(to)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={handleClick}
    >
      {children}
    </a>
  );
}

export function FixLink({ fix: { label, to } }: { readonly fix: Fix }) {
  const { clientId } = useApplication();
  if (typeof to !== 'string') return <RouteLink to={to}>{label}</RouteLink>;
  if (to.startsWith('/')) return <a href={to}>{label}</a>;
  const section = to.slice(1);
  return (
    <RouteLink to={{ view: 'application', clientId, page: 'settings', section }}>{label}</RouteLink>
  );
}

export interface NavigationProps {
  readonly label: string;
  readonly class?: string;
  readonly links: readonly (Pick<RouteLinkProps, 'to' | 'isCurrent'> & {
    readonly title: string;
  })[];
  readonly children?: ComponentChildren;
}

/** Links to views. On a phone they are a row that scrolls sideways, which must show the link of the current page. */
export function Navigation({ label, class: className = 'nav', links, children }: NavigationProps) {
  const nav = useRef<HTMLElement>(null);
  const current = links.find(({ isCurrent }) => isCurrent)?.title;
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - 48;
  }, [current]);
  return (
    <nav class={className} aria-label={label} ref={nav}>
      {links.map(({ title, ...link }) => (
        <RouteLink key={title} {...link}>
          {title}
        </RouteLink>
      ))}
      {children}
    </nav>
  );
}
