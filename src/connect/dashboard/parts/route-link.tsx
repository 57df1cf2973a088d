import type { ComponentChildren } from 'preact';
import { useDashboard } from '../dashboard-context.ts';
import { type Destination, formatRoute } from '../routes.ts';

export interface RouteLinkProps {
  readonly to: Destination;
  readonly class?: string;
  /** Whether the link leads to the view that is already shown. */
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** A link to a view. A plain click shows the view without loading a document; other clicks may open a new tab. */
export function RouteLink({ to, class: className, isCurrent = false, children }: RouteLinkProps) {
  const { go } = useDashboard();
  const isSection = to.view === 'application' && to.section !== undefined;
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
      aria-current={isCurrent ? (isSection ? 'location' : 'page') : undefined}
      onClick={handleClick}
    >
      {children}
    </a>
  );
}
