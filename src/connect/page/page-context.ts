import { createContext, type FunctionComponent } from 'preact';
import { useContext } from 'preact/hooks';
import type { Theme } from '../shapes/unions.ts';
import type { FlowStore, View } from './flow.ts';
import type { PageText } from './locales/en.ts';
import type { ManageText } from './locales/manage/en.ts';
import type { ShownShare } from './shown.ts';

/** The surface of the page: a host's frame or popup, or the browser itself in the redirect flow. */
type PageSurface = 'frame' | 'popup' | 'redirect';

/** The account, and the applications with access to it. */
export type ManageViewProps = Omit<Extract<View, { kind: 'manage' }>, 'kind'>;

/** The parts of the page that are loaded at `/manage` only. */
export interface Visit {
  readonly text: ManageText;
  readonly ManageView: FunctionComponent<ManageViewProps>;
}

/** The values that every view can use. */
export interface PageContext {
  readonly store: FlowStore;
  readonly text: PageText;
  /** Null: the person connects an account. Else they are at `/manage`, and there is no application. */
  readonly visit: Visit | null;
  readonly surface: PageSurface;
  /** BCP 47 tag from the session or the browser. The selector makes its own choice. */
  readonly locale: string;
  readonly theme: Theme;
  /** The reference for support. Eight characters. */
  readonly reference: string;
  /** The host name that the redirect flow returns to, such as `app.example`; null in the embedded flow. */
  readonly redirectHost: string | null;
  /** `watchShown`, or a test's stand-in: happy-dom has no layout. */
  readonly watchShown: (
    element: Element,
    share: ShownShare,
    onChange: (isShown: boolean) => void,
  ) => () => void;
  /**
   * Closes a popup. In a frame, the host asks for confirmation first. Null in the redirect flow, whose
   * header has Cancel.
   */
  readonly close: (() => void) | null;
  /** Ends the session from a popup, once the user has confirmed it. Null elsewhere. */
  readonly leave: (() => void) | null;
  /** Loads the page again, from its first step. */
  readonly restart: () => void;
}

const Context = createContext<PageContext | null>(null);

/** Gives the page's context to every view below. */
export const PageProvider = Context.Provider;

/**
 * @returns the page's context
 * @throws {Error} outside of `PageProvider`: a mistake in this page's code
 */
export function usePage(): PageContext {
  const context = useContext(Context);
  if (!context) throw new Error('A view was rendered outside of PageProvider.');
  return context;
}
