import { RouteLink } from '../../parts/route-link.tsx';
import type { Remedy } from './integration-health.ts';

/** Leads to where something is mended. */
export function RemedyLink({ remedy: { label, to } }: { readonly remedy: Remedy }) {
  return typeof to === 'string' ? <a href={to}>{label}</a> : <RouteLink to={to}>{label}</RouteLink>;
}
