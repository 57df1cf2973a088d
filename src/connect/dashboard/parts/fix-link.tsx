import type { Fix } from './integration-health.ts';
import { RouteLink } from './route-link.tsx';

/** A link to the place where a failure can be fixed. */
export function FixLink({ fix: { label, to } }: { readonly fix: Fix }) {
  return typeof to === 'string' ? <a href={to}>{label}</a> : <RouteLink to={to}>{label}</RouteLink>;
}
