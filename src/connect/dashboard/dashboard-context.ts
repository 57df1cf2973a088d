import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Application } from '../shapes/dashboard-answers.ts';
import type { Dashboard } from './dashboard.ts';

const DashboardContext = createContext<Dashboard | null>(null);
const ApplicationContext = createContext<((changed: Application) => void) | null>(null);

/** Gives the dashboard to every view below. */
export const DashboardProvider = DashboardContext.Provider;

/** Lets the pages of an application show its new state after a change. */
export const ApplicationProvider = ApplicationContext.Provider;

/** @throws {Error} outside of `DashboardProvider`, which is a mistake in the page's code */
export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (!dashboard) throw new Error('A view was rendered outside of DashboardProvider.');
  return dashboard;
}

/**
 * @returns a function that shows the application after a change, as the service returned it
 * @throws {Error} outside of `ApplicationProvider`, which is a mistake in the page's code
 */
export function useSetApplication(): (changed: Application) => void {
  const set = useContext(ApplicationContext);
  if (!set) throw new Error('A page was rendered outside of ApplicationProvider.');
  return set;
}
