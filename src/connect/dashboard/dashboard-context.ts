import type { ComponentChildren } from 'preact';
import { createRequiredContext } from '../../kit/required-context.ts';
import type { Application } from '../shapes/dashboard-answers.ts';
import type { Dashboard } from './dashboard.ts';
import type { ApplicationRoute } from './routes.ts';

interface ShownApplication {
  readonly application: Application;
  readonly clientId: string;
  readonly route: ApplicationRoute;
  /** Replaces the application with the one that the service returned after a change. */
  readonly setApplication: (changed: Application) => void;
}

export const [DashboardProvider, useDashboard] = createRequiredContext<Dashboard>();
export const [ApplicationProvider, useApplication] = createRequiredContext<ShownApplication>();

export function useIsReader(): boolean {
  return useDashboard().session.value?.role === 'reader';
}

/** Hides controls from readers. This is for convenience only: the service itself refuses their changes. */
export function OperatorOnly({ children }: { readonly children: ComponentChildren }) {
  return useIsReader() ? null : children;
}
