import type { FunctionComponent } from 'preact';
import { createRequiredContext } from '../../kit/required-context.ts';
import type { ManageTexts, PageTexts } from '../../texts/surfaces.ts';
import type { SelectedProvider } from '../shapes/flow-answers.ts';
import { findProvider, type ViewOf } from './flow.ts';
import type { Shown } from './phase.ts';
import type { watchShown } from './shown.ts';
import type { Input } from './transition.ts';

/** The parts of `/manage`, where a person ends the access of applications. Only that page loads them. */
export interface Visit {
  readonly text: ManageTexts;
  readonly ManageView: FunctionComponent<ViewOf<'manage'>>;
}

export interface PageContext extends Shown {
  readonly dispatch: (...input: Input) => void;
  readonly text: PageTexts;
  /** Null when the person connects an account. */
  readonly visit: Visit | null;
  /** The host to which a redirect flow or a link returns, such as `app.example`; null without a redirect URI. */
  readonly redirectHost: string | null;
  /** Where a failed redirect flow leads back to the application; null in other flows. */
  readonly returnAddress: string | null;
  /** Tests replace it, because happy-dom has no layout. */
  readonly watchShown: typeof watchShown;
  /** The typed user names by provider ID, so that users type a name once. They are kept in memory only. */
  readonly typedNames: Map<string, string>;
}

export const [PageProvider, usePage] = createRequiredContext<PageContext>();

export function useProvider(): SelectedProvider | null {
  return findProvider(usePage().view);
}

/** @returns the names that replace the placeholders in the texts of the current view */
export function useParties() {
  const { application, text } = usePage();
  const provider = useProvider();
  return {
    // At `/manage` no application is involved, so the texts name the host of the service instead.
    application: application.name || window.location.hostname,
    provider: provider?.name ?? text.unnamedProvider,
    domain: provider?.domain ?? text.unnamedDomain,
  };
}
