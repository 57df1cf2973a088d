import type { ComponentChildren } from 'preact';
import { useDashboard } from '../dashboard-context.ts';

/**
 * Hides controls from people with the role "reader", who may change nothing. This is for convenience only: the service
 * itself refuses their changes.
 */
export function OperatorOnly({ children }: { readonly children: ComponentChildren }) {
  return useDashboard().session.value?.role === 'reader' ? null : children;
}
