import type { ConnectError, ConnectStep, OpenOptions } from 'tax-connect';

/** A component that may be shown; `button`: the binding's own button, else one with `open`. */
export type PartName = 'first' | 'second' | 'button';

/** Label of each component that is shown; its callbacks say it. Without one it is unmounted. */
export type Shown = { readonly [Name in PartName]?: string };

/** The same small application, made with one binding or another. */
export interface BindingApp {
  /** Mounts, renders again and unmounts, until the document shows it. */
  render(shown: Shown): Promise<void>;
  /** As the component has shown it last. */
  readState(name: PartName): State | undefined;
  close(name: PartName): void;
  /** Aborts the signal that the component passes; undefined where a binding takes none. */
  abort?: (name: PartName) => void;
  /** Whatever a framework alone can do. */
  readonly extras?: Readonly<Record<string, () => unknown>>;
}

/** What is known of a session, as text can be compared. */
export interface State {
  readonly isOpen: boolean;
  readonly step: ConnectStep | null;
  readonly error: string | null;
}

declare global {
  interface Window {
    app: BindingApp;
    /** What callbacks said, in order: `first one exit closed`. */
    heard: string[];
    /** The address of the Connect page; may be wrong, to see it refused. */
    connectUrl: string;
  }
}

window.heard = [];

/** @returns options whose callbacks say who they belong to */
export function createOptions(name: PartName, label: string, signal?: AbortSignal): OpenOptions {
  const tell = (text: string) => void window.heard.push(`${name} ${label} ${text}`);
  return {
    clientId: 'app',
    connectUrl: window.connectUrl,
    async onSuccess({ code }) {
      tell(`success ${code.length}`);
    },
    onExit: ({ reason, error }) => tell(`exit ${error?.code ?? reason}`),
    onEvent: (event) => tell(event.name),
    signal,
  };
}

/** @returns the same without the error's methods, for a test in another process */
export function describeState(
  isOpen: boolean,
  step: ConnectStep | null,
  error: ConnectError | null,
): State {
  return { isOpen, step, error: error?.code ?? null };
}

/** Attributes that a button passes on. */
export const passedOn = { id: 'button', title: 'Passed on', 'data-extra': 'yes' };

/** Set by a test: the button's own listener keeps it from opening Connect. */
export function preventIfAsked(event: { preventDefault(): void }): void {
  if (document.body.dataset.prevent) event.preventDefault();
}
