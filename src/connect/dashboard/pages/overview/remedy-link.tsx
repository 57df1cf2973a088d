import { RouteLink } from '../../parts/route-link.tsx';
import type { Remedy } from './integration-health.ts';

/** A link to the place where a failure can be fixed. */
export function RemedyLink({ remedy: { label, to } }: { readonly remedy: Remedy }) {
  return typeof to === 'string' ? <a href={to}>{label}</a> : <RouteLink to={to}>{label}</RouteLink>;
}
