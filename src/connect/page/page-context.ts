import { createContext, type FunctionComponent } from 'preact';
import { useContext } from 'preact/hooks';
import type { ManageTexts, PageTexts } from '../../texts/surfaces.ts';
import type { Theme } from '../shapes/unions.ts';
import type { View } from './flow.ts';
import type { ShownShare } from './shown.ts';
import type { FlowStore } from './store.ts';

/** The window that shows the page: a frame or a popup of a host, or (`redirect`) the browser itself. */
type PageSurface = 'frame' | 'popup' | 'redirect';

export type ManageViewProps = Omit<Extract<View, { kind: 'manage' }>, 'kind'>;

/**
 * The parts of the page that are loaded only for a visit to `/manage`, where a person ends the access of applications.
 */
export interface Visit {
  readonly text: ManageTexts;
  readonly ManageView: FunctionComponent<ManageViewProps>;
}

/** The values that every view can use. */
export interface PageContext {
  readonly store: FlowStore;
  readonly text: PageTexts;
  /** The parts of `/manage`, where no application is involved; null when the person connects an account. */
  readonly visit: Visit | null;
  readonly surface: PageSurface;
  /**
   * A BCP 47 tag from the host's session or the browser. The provider selector chooses its own language by this tag.
   */
  readonly locale: string;
  readonly theme: Theme;
  /** The eight characters that a user quotes to support. */
  readonly reference: string;
  /**
   * The host name to which a redirect flow or a link returns, such as `app.example`; null when there is no redirect
   * URI.
   */
  readonly redirectHost: string | null;
  /**
   * Reports whether an element is visible: `watchShown`, or a replacement in tests, because happy-dom has no layout.
   */
  readonly watchShown: (
    element: Element,
    share: ShownShare,
    onChange: (isShown: boolean) => void,
  ) => () => void;
  /**
   * Closes the page. A popup closes itself; in a frame, the host first asks the user for confirmation. Null in the
   * redirect flow, whose header has Cancel.
   */
  readonly close: (() => void) | null;
  /** Ends the session after the user of a popup has confirmed it. Null when the page is not in a popup. */
  readonly leave: (() => void) | null;
  /** Loads the page again, from its first step. */
  readonly restart: () => void;
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
