import { computed, signal } from '@preact/signals';
import { type EmbeddedModel, mountEmbedded } from '../../ui/embedded-selector.tsx';
import { readDocument } from '../../ui/page-document.ts';
import type {
  ConnectEventDetail,
  ConnectSession,
  MountedSelector,
  OpenOptions,
  PreloadOptions,
  SelectorOptions,
} from '../api.ts';
import type { Settings } from '../open/options.ts';
import { describeFacts } from '../session/describe-facts.ts';
import { describeScreen, type ShownPhase } from '../session/draw.ts';
import { createPresentation } from '../session/presentation.ts';
import type { SessionContext } from '../session/session-context.ts';
import { createListFlow, type ListFlow } from './list-flow.ts';
import { watchInterest } from './watch-interest.ts';

export type SelectorHandle = { -readonly [Name in keyof MountedSelector]: MountedSelector[Name] };

type SelectorSettings = Settings & SelectorOptions & { readonly element: Element };

/** The parts of the entry that this chunk needs. Importing them would make the build add another file to load. */
interface EntryParts extends Pick<SessionContext, 'rules' | 'ConnectError' | 'isLoopback'> {
  open(options: OpenOptions): ConnectSession;
  preload(options: PreloadOptions): () => void;
}

const removals = new WeakMap<Element, () => void>();

export function drawSelector(
  handle: SelectorHandle,
  settings: SelectorSettings,
  { open, preload, ...parts }: EntryParts,
): () => void {
  const { element, placeholder, provider: _, ...own } = settings;
  const { address: _address, ...options } = own;
  // The signal may have aborted while this chunk was loading. Listeners that are added afterwards are never called.
  if (settings.signal?.aborted) return () => {};
  removals.get(element)?.();
  const host = readDocument('createElement').call(document, 'div');
  // `driveConnect` of `tax-connect/testing` finds the selector by this attribute.
  host.dataset.taxConnectSelector = '';
  const root = host.attachShadow({ mode: 'open' });
  const presentation = createPresentation(settings);
  const list = signal<ListFlow | undefined>(undefined);

  const pick = (more: Partial<OpenOptions>) => keepSession(handle, open({ ...options, ...more }));
  const tell = (detail: ConnectEventDetail) => tellHost(options, list.peek()?.getId(), detail);
  const forget = () => {
    list.value?.close();
    list.value = undefined;
  };
  const load = () => {
    const facts = describeFacts(settings, parts);
    // Even if `display` makes sessions open a popup, the list comes from a page in a frame.
    const display = facts.display === 'popup' ? 'auto' : facts.display;
    list.value ??= createListFlow({
      settings: own,
      options,
      others: [],
      ...parts,
      preload,
      facts: { ...facts, display },
      onFailed: (error) => tell({ name: 'failed', error }),
      onGone: forget,
    });
  };
  const release = () => {
    if (list.value?.state.value.providers) list.value.release();
    else forget();
  };
  const drawing = mountEmbedded({
    root,
    appearance: settings.appearance,
    // Every value is accepted and becomes a text, because nothing but this text depends on it.
    placeholder: placeholder && `${placeholder}`,
    language: presentation.language,
    model: computed(() => describeModel(list.value, presentation.theme.value)),
    actions: {
      selectProvider(provider) {
        const isFramed = list.peek()?.pick(provider);
        // The user's click lets the browser open a popup, which a provider needs whose login cannot be framed.
        pick(isFramed ? { provider } : { provider, display: 'popup' });
      },
      reportUnlisted: () => tell({ name: 'provider_not_listed' }),
      retry: () => list.value?.retry(),
      reload: () => location.reload(),
      openPopup: () => pick({ display: 'popup' }),
    },
  });
  const interest = watchInterest(host, () => hasLoaded() && load(), release);
  const remove = () => {
    if (removals.get(element) === remove) removals.delete(element);
    settings.signal?.removeEventListener('abort', remove);
    forget();
    for (const part of [presentation, interest, drawing]) part.close();
    host.remove();
  };
  removals.set(element, remove);
  settings.signal?.addEventListener('abort', remove);
  element.append(host);
  return remove;
}

/** Before the document has loaded, `preload` would not load the page, which would seem silent. */
function hasLoaded(): boolean {
  return readDocument('readyState') === 'complete';
}

/** Reports an event before a session exists. No session ends, so `onExit` is not called. */
function tellHost({ onEvent }: OpenOptions, sessionId = '', detail: ConnectEventDetail): void {
  // The callback runs in a separate task, so that an exception in it does not stop the selector.
  setTimeout(() => onEvent?.({ ...detail, sessionId, timestamp: Date.now() }));
}

function keepSession(handle: SelectorHandle, session: ConnectSession): void {
  handle.session = session;
  void session.finished.then(() => {
    if (handle.session === session) handle.session = null;
  });
}

function describeModel(list: ListFlow | undefined, theme: 'light' | 'dark'): EmbeddedModel {
  if (!list) {
    const screen = { kind: 'loading', canTryPopup: false } as const;
    return { screen, application: null, theme, id: '', isIdle: true };
  }
  const state = list.state.value;
  const screen = describeScreen(state, state.phase as ShownPhase);
  return { screen, application: state.application, theme, id: list.getId(), isIdle: false };
}
