import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
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

const DashboardContext = createContext<Dashboard | null>(null);
const ApplicationContext = createContext<ShownApplication | null>(null);

export const DashboardProvider = DashboardContext.Provider;

export const ApplicationProvider = ApplicationContext.Provider;

export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (!dashboard) throw new Error('A view was rendered outside of DashboardProvider.');
  return dashboard;
}

export function useApplication(): ShownApplication {
  const shown = useContext(ApplicationContext);
  if (!shown) throw new Error('A page was rendered outside of ApplicationProvider.');
  return shown;
}

export function useIsReader(): boolean {
  return useDashboard().session.value?.role === 'reader';
}

/** Hides controls from readers. This is for convenience only: the service itself refuses their changes. */
export function OperatorOnly({ children }: { readonly children: ComponentChildren }) {
  return useIsReader() ? null : children;
}
