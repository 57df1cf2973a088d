import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Theme } from '../shapes/unions.ts';
import type { FlowStore } from './flow.ts';
import type { PageText } from './locales/en.ts';
import type { ShownShare } from './shown.ts';

/** What shows the page: a host's frame or popup, or the browser itself in the redirect flow. */
type PageSurface = 'frame' | 'popup' | 'redirect';

/** What every view can reach. */
export interface PageContext {
  readonly store: FlowStore;
  readonly text: PageText;
  readonly surface: PageSurface;
  /** BCP 47 tag that the session or the browser asked for; the selector makes its own choice. */
  readonly locale: string;
  readonly theme: Theme;
  /** What the person quotes to support. Eight characters. */
  readonly reference: string;
  /** Where the redirect flow returns to, such as `app.example`; null in the embedded flow. */
  readonly redirectHost: string | null;
  /** The flow's token, for the one form that the browser itself submits; null when embedded. */
  readonly flowToken: string | null;
  /** `watchShown`, or a test's: happy-dom lays nothing out. */
  readonly watchShown: (
    element: Element,
    share: ShownShare,
    onChange: (isShown: boolean) => void,
  ) => () => void;
  /**
   * Leaves: a popup closes, and the host of a frame asks whether that is meant. Null in the redirect
   * flow, whose header has Cancel.
   */
  readonly close: (() => void) | null;
  /** Ends the session from a popup, once the user has confirmed it. Null elsewhere. */
  readonly leave: (() => void) | null;
  /** Starts the redirect flow anew. */
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
