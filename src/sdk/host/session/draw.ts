import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Provider } from '../../protocol/provider.ts';
import type { Modal, ModalActions, ModalModel, Readable, Screen } from '../../ui/modal-model.ts';
import { mountModal } from '../../ui/mount.tsx';
import {
  hasSelection,
  type LivePhase,
  needsPopup,
  type Phase,
  type PopupState,
  type SessionState,
} from './phase.ts';
import type { PreparedFlow } from './prepare-flow.ts';
import type { Presentation } from './presentation.ts';
import type { SessionContext } from './session-context.ts';

export interface DrawingOptions extends Pick<Presentation, 'theme' | 'language'> {
  readonly context: SessionContext;
  readonly state: ReadonlySignal<SessionState>;
  readonly isInterrupted: Readable<boolean>;
  readonly actions: ModalActions;
  readonly invoker: Element | null;
  readonly prepared: PreparedFlow | undefined;
  readonly onFailure: (cause: unknown) => void;
}

/** Draws the session's modal, which then follows the session's state. No other module draws the modal of a session. */
export function createDrawing(options: DrawingOptions) {
  const { context, actions, invoker, language, onFailure } = options;
  const { settings, surface } = context;
  let modal: Modal | undefined = options.prepared?.modal;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    next = null;
    clearTimeout(timer);
    modal?.close();
  };
  const session = { model: createModel(options), actions, invoker };
  const mount = () => {
    modal = mountModal({
      ...session,
      root: surface.root,
      id: surface.id,
      passEvents: surface.passEvents,
      appearance: settings.appearance,
      language,
    });
  };
  /** Null when the modal is drawn. One task for both steps would keep a slow phone from other tasks for too long. */
  let next: 'mount' | 'show' | null = modal ? 'show' : 'mount';
  const drawNext = () => {
    const isMounted = next === 'show';
    next = isMounted ? null : 'show';
    try {
      if (isMounted) modal?.show(session);
      else mount();
      schedule(0);
    } catch (cause) {
      // The modal is closed before any event, which would cause another drawing, and that would fail again.
      close();
      onFailure(cause);
    }
  };
  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    if (next) timer = setTimeout(drawNext, delayMs);
  };
  return {
    /** Starts drawing after 60 ms, so that it does not delay the page's load, or after the first change of state. */
    start: () => schedule(60),
    continue: () => schedule(0),
    focus: () => modal?.focus(),
    reopen(): void {
      next = 'mount';
      schedule(0);
    },
    close,
  };
}

function createModel({ state, theme, isInterrupted }: DrawingOptions): Readable<ModalModel> {
  let screen: Screen = { kind: 'loading', canTryPopup: false };
  return computed(() => {
    const { phase, application, frameHeight } = state.value;
    // In the phases `leaving` and `over`, the last screen stays until the modal is removed.
    if (phase.name !== 'leaving' && phase.name !== 'over') {
      screen = describeScreen(state.value, phase);
    }
    return {
      screen,
      application,
      frameHeight,
      isConfirmingExit: phase.name === 'on-page' && phase.isConfirmingExit,
      isInterrupted: isInterrupted.value,
      theme: theme.value,
    };
  });
}

export type ShownPhase = Exclude<Phase, { name: 'leaving' | 'over' }>;

export function describeScreen(state: SessionState, phase: ShownPhase): Screen {
  const { popup } = state;
  switch (phase.name) {
    case 'failed':
      return {
        kind: 'failed',
        provider: findProvider(state),
        error: phase.error,
        canTryPopup: phase.canTryPopup,
        // After a failure in a popup, the next try starts with the same provider, so the user cannot choose another.
        canChoose: popup.name === 'none' && hasSelection(state),
      };
    case 'finishing':
    case 'connected':
      if ('showsPage' in phase && phase.showsPage) return describePage(state);
      return { kind: phase.name, provider: findProvider(state) };
    case 'starting':
    case 'selecting':
    case 'on-page':
      if (popup.name !== 'none') return describePopup(state, popup);
      return describeFrame(state, phase);
  }
}

function describeFrame(state: SessionState, phase: LivePhase): Screen {
  if (phase.name === 'on-page') return describePage(state);
  const { providers } = state;
  if (phase.name === 'selecting' && providers) {
    return { kind: 'select', providers, busyId: phase.busyId };
  }
  return { kind: 'loading', canTryPopup: state.display === 'auto' };
}

function describePage(state: SessionState): Screen {
  return { kind: 'page', canGoBack: hasSelection(state) };
}

function findProvider({ providers, selectedId, providerId }: SessionState): Provider | null {
  return providers?.find(({ id }) => id === (selectedId ?? providerId)) ?? null;
}

function describePopup(state: SessionState, popup: Exclude<PopupState, { name: 'none' }>): Screen {
  // If the host's policy has blocked the frame, or the host is itself in a frame, no frame can work.
  const canFrame = state.display === 'auto' && state.frame !== 'blocked';
  return {
    kind: 'popup',
    state: screenOfPopup[popup.name],
    number: popup.name === 'asking' ? popup.number : undefined,
    canUseFrame: canFrame && !needsPopup(state, state.providerId),
    canGoBack: canFrame && state.frame === 'followed' && hasSelection(state),
  };
}

const screenOfPopup = {
  offered: 'offered',
  blocked: 'blocked',
  open: 'waiting',
  asking: 'waiting',
  closed: 'closed',
  missed: 'closed',
} as const;
