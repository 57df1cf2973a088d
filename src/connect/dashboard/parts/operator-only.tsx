import type { ComponentChildren } from 'preact';
import { useDashboard } from '../dashboard-context.ts';

/** What changes something. Readers do not see it, and the service refuses it to them. */
export function OperatorOnly({ children }: { readonly children: ComponentChildren }) {
  return useDashboard().session.value?.role === 'reader' ? null : children;
}
