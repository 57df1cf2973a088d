import { createContext, type FunctionComponent } from 'preact';
import { useContext } from 'preact/hooks';
import type { ManageTexts, PageTexts } from '../../texts/surfaces.ts';
import type { ViewOf } from './flow.ts';
import type { Shown } from './phase.ts';
import type { watchShown } from './shown.ts';
import type { Input } from './transition.ts';

/**
 * The parts of the page that are loaded only for a visit to `/manage`, where a person ends the access of applications.
 */
export interface Visit {
  readonly text: ManageTexts;
  readonly ManageView: FunctionComponent<ViewOf<'manage'>>;
}

/** The values that every view can use. */
export interface PageContext extends Shown {
  /** Gives the user's actions to the state machine. */
  readonly dispatch: (...input: Input) => void;
  readonly text: PageTexts;
  /** The parts of `/manage`, where no application is involved; null when the person connects an account. */
  readonly visit: Visit | null;
  /**
   * The host name to which a redirect flow or a link returns, such as `app.example`; null when there is no redirect
   * URI.
   */
  readonly redirectHost: string | null;
  /** Tests replace it, because happy-dom has no layout. */
  readonly watchShown: typeof watchShown;
  /**
   * The user names that the user has typed, by provider ID. They are kept in memory only, so that the user need not
   * type a name twice.
   */
  readonly typedNames: Map<string, string>;
}

const Context = createContext<PageContext | null>(null);

/** Gives the page's context to every view below. */
export const PageProvider = Context.Provider;

/** @throws {Error} outside `PageProvider`, which is a mistake in this page's code */
export function usePage(): PageContext {
  const context = useContext(Context);
  if (!context) throw new Error('A view was rendered outside of PageProvider.');
  return context;
}

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
