import type { ConnectError, ConnectStep, OpenOptions } from 'tax-connect';

/** A component that an application can show. `button`: the binding's own button; the others call `open`. */
export type PartName = 'first' | 'second' | 'button';

/** Label of each visible component, which its callbacks report. A component without a label is unmounted. */
export type Shown = { readonly [Name in PartName]?: string };

/** The same small application, built with one of the bindings. */
export interface BindingApp {
  /** Mounts, renders and unmounts components, until the document shows them. */
  render(shown: Shown): Promise<void>;
  /** The state that the component has shown last. */
  readState(name: PartName): State | undefined;
  close(name: PartName): void;
  /** Aborts the component's signal; undefined if a binding has none. */
  abort?: (name: PartName) => void;
  /** Actions that only one framework has. */
  readonly extras?: Readonly<Record<string, (values?: object) => unknown>>;
}

/** The state of a session, in a form that can be compared. */
export interface State {
  readonly isOpen: boolean;
  readonly step: ConnectStep | null;
  readonly error: string | null;
}

/** Values that a test sets. An invalid one tests the refusal. */
export interface AppValues {
  /** The address of the Connect page. */
  connectUrl: string;
  /** The session of the backend; empty without a session. */
  connectSession: string;
  /** The button's own listener keeps Connect from opening. */
  preventsClick: boolean;
}

declare global {
  interface Window extends AppValues {
    app: BindingApp;
    /** The calls of callbacks in order: `first one exit closed`. */
    heard: string[];
  }
}

Object.assign(window, { heard: [], connectSession: '', preventsClick: false });

/** @returns options whose callbacks report their component */
export function createOptions(name: PartName, label: string, signal?: AbortSignal): OpenOptions {
  const tell = (text: string) => void window.heard.push(`${name} ${label} ${text}`);
  return {
    clientId: 'app',
    connectUrl: window.connectUrl,
    ...(window.connectSession === '' ? {} : { session: window.connectSession }),
    async onSuccess({ code }) {
      tell(`success ${code.length}`);
    },
    onExit: ({ reason, error }) => tell(`exit ${error?.code ?? reason}`),
    onEvent: (event) => tell(event.name),
    signal,
  };
}

/** @returns the state without the error's methods, for a test in another process */
export function describeState(
  isOpen: boolean,
  step: ConnectStep | null,
  error: ConnectError | null,
): State {
  return { isOpen, step, error: error?.code ?? null };
}

/** Attributes that a button passes on. */
export const passedOn = { id: 'button', title: 'Passed on', 'data-extra': 'yes' };

export function preventIfAsked(event: { preventDefault(): void }): void {
  if (window.preventsClick) event.preventDefault();
}
