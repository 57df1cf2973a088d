import { usePage } from '../page-context.ts';

/** @returns the names that replace the placeholders in the texts of the current view */
export function useParties() {
  const { application, text, view } = usePage();
  const provider = 'provider' in view ? view.provider : undefined;
  return {
    // At `/manage` no application is involved, so the texts name the host of the service instead.
    application: application.name || window.location.hostname,
    provider: provider?.name ?? text.unnamedProvider,
    domain: provider?.domain ?? text.unnamedDomain,
  };
}
