import { useApplication } from '../dashboard-context.ts';
import type { Fix } from './integration-health.ts';
import { RouteLink } from './route-link.tsx';

/** A link to the place where a failure can be fixed. */
export function FixLink({ fix: { label, to } }: { readonly fix: Fix }) {
  const { clientId } = useApplication();
  if (typeof to !== 'string') return <RouteLink to={to}>{label}</RouteLink>;
  if (to.startsWith('/')) return <a href={to}>{label}</a>;
  const section = to.slice(1);
  return (
    <RouteLink to={{ view: 'application', clientId, page: 'settings', section }}>{label}</RouteLink>
  );
}
