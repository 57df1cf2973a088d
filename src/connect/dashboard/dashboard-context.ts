import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { DashboardStore } from './dashboard-store.ts';

const Context = createContext<DashboardStore | null>(null);

/** Gives the dashboard to every view below. */
export const DashboardProvider = Context.Provider;

/** @throws {Error} outside `DashboardProvider`, which is a mistake in this page's code */
export function useDashboard(): DashboardStore {
  const dashboard = useContext(Context);
  if (!dashboard) throw new Error('A view was rendered outside of DashboardProvider.');
  return dashboard;
}
