import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Application } from '../shapes/dashboard-answers.ts';
import type { Dashboard } from './dashboard.ts';

const DashboardContext = createContext<Dashboard | null>(null);
const ApplicationContext = createContext<((changed: Application) => void) | null>(null);

/** Provides the value that {@link useDashboard} returns. */
export const DashboardProvider = DashboardContext.Provider;

/** Provides the function that {@link useSetApplication} returns. */
export const ApplicationProvider = ApplicationContext.Provider;

/** @throws {Error} when the calling component is outside of `DashboardProvider` */
export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (!dashboard) throw new Error('A view was rendered outside of DashboardProvider.');
  return dashboard;
}

/**
 * @returns a function that replaces the shown application with the one that the service returned after a change
 * @throws {Error} when the calling component is outside of `ApplicationProvider`
 */
export function useSetApplication(): (changed: Application) => void {
  const set = useContext(ApplicationContext);
  if (!set) throw new Error('A page was rendered outside of ApplicationProvider.');
  return set;
}
