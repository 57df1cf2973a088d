import type { ComponentChildren } from 'preact';
import { useDashboard } from '../dashboard-context.ts';

/** Controls that change something. They are hidden from readers, and the service refuses readers' requests. */
export function OperatorOnly({ children }: { readonly children: ComponentChildren }) {
  return useDashboard().session.value?.role === 'reader' ? null : children;
}
