import type { ComponentChildren } from 'preact';
import { useDashboard } from '../dashboard-context.ts';

/** Controls that change something. Readers do not see them, and the service refuses their requests. */
export function OperatorOnly({ children }: { readonly children: ComponentChildren }) {
  return useDashboard().session.value?.role === 'reader' ? null : children;
}
