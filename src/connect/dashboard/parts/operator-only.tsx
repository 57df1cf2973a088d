import type { ComponentChildren } from 'preact';
import { useDashboard } from '../dashboard-context.ts';

/** @returns whether the visitor has the role "reader", and so may change nothing */
export function useIsReader(): boolean {
  return useDashboard().session.value?.role === 'reader';
}

/** Hides controls from readers. This is for convenience only: the service itself refuses their changes. */
export function OperatorOnly({ children }: { readonly children: ComponentChildren }) {
  return useIsReader() ? null : children;
}
