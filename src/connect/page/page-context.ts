import { createContext, type FunctionComponent } from 'preact';
import { useContext } from 'preact/hooks';
import type { ManageTexts, PageTexts } from '../../texts/surfaces.ts';
import type { Theme } from '../shapes/unions.ts';
import type { View } from './flow.ts';
import type { ShownShare } from './shown.ts';
import type { FlowStore } from './store.ts';

/** The surface of the page: a host's frame or popup, or the browser itself in the redirect flow. */
type PageSurface = 'frame' | 'popup' | 'redirect';

export type ManageViewProps = Omit<Extract<View, { kind: 'manage' }>, 'kind'>;

/** The parts of the page that are loaded only at `/manage`. */
export interface Visit {
  readonly text: ManageTexts;
  readonly ManageView: FunctionComponent<ManageViewProps>;
}

/** The values that every view can use. */
export interface PageContext {
  readonly store: FlowStore;
  readonly text: PageTexts;
  /**
   * Null when the person connects an account. Otherwise they are at `/manage`, where no application is involved.
   */
  readonly visit: Visit | null;
  readonly surface: PageSurface;
  /** BCP 47 tag from the session or the browser. The selector chooses its language itself. */
  readonly locale: string;
  readonly theme: Theme;
  /** The reference for support: eight characters. */
  readonly reference: string;
  /** The host name that the redirect flow returns to, such as `app.example`; null in the embedded flow. */
  readonly redirectHost: string | null;
  /** `watchShown`, or a replacement in tests, because happy-dom has no layout. */
  readonly watchShown: (
    element: Element,
    share: ShownShare,
    onChange: (isShown: boolean) => void,
  ) => () => void;
  /**
   * Closes a popup. In a frame, the host asks for confirmation first. Null in the redirect flow, whose header has
   * Cancel.
   */
  readonly close: (() => void) | null;
  /** Ends the session from a popup, after the user has confirmed it. Null on other surfaces. */
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
