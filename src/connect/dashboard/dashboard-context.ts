import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Application } from '../shapes/dashboard-answers.ts';
import type { Dashboard } from './dashboard.ts';

const DashboardContext = createContext<Dashboard | null>(null);
const ApplicationContext = createContext<((changed: Application) => void) | null>(null);

/** Gives the dashboard to every view below. */
export const DashboardProvider = DashboardContext.Provider;

/** Gives the pages of an application a way to show a change of it. */
export const ApplicationProvider = ApplicationContext.Provider;

/**
 * @returns the dashboard
 * @throws {Error} outside of `DashboardProvider`: a mistake in this page's code
 */
export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (!dashboard) throw new Error('A view was rendered outside of DashboardProvider.');
  return dashboard;
}

/**
 * @returns shows the application as the service answers after a change
 * @throws {Error} outside of `ApplicationProvider`: a mistake in this page's code
 */
export function useSetApplication(): (changed: Application) => void {
  const set = useContext(ApplicationContext);
  if (!set) throw new Error('A page was rendered outside of ApplicationProvider.');
  return set;
}
