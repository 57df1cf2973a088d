import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Modal, ModalActions, ModalModel, Readable, Screen } from '../ui/modal-model.ts';
import { mountModal } from '../ui/mount.tsx';
import {
  hasSelection,
  type LivePhase,
  needsWindow,
  type Phase,
  type SessionState,
  type WindowState,
} from './phase.ts';
import type { PreparedFlow } from './prepare-flow.ts';
import type { SessionContext } from './session-context.ts';

/** How long drawing waits so that it does not delay the page. A change of the state ends the wait. */
const drawDelayMs = 60;

/** What is needed to draw a session. */
export interface DrawingOptions {
  readonly context: SessionContext;
  readonly state: ReadonlySignal<SessionState>;
  readonly theme: ReadonlySignal<'light' | 'dark'>;
  readonly isInterrupted: Readable<boolean>;
  readonly actions: ModalActions;
  /** The language that the host asked for, unless its tag is invalid. */
  readonly locale: string | undefined;
  /** What `preload` has drawn for this session. */
  readonly prepared: PreparedFlow | undefined;
  /** The browser cannot draw it. */
  readonly onFailure: (cause: unknown) => void;
}

/** The modal, which follows the session's state once it is there. */
export interface Drawing {
  /** Call it once, at the start. It draws after the first change of the state, or after `drawDelayMs`. */
  start(): void;
  /** The state has changed: draws what is still missing. */
  continue(): void;
  focus(): void;
  /** Takes the modal down, and draws no more. Idempotent. */
  close(): void;
}

/**
 * Draws the session. No other module does.
 *
 * @param options - see `DrawingOptions`
 * @returns the drawing, whose `close` must be called
 */
export function createDrawing(options: DrawingOptions): Drawing {
  const { context, actions, locale, onFailure } = options;
  const { settings, surface } = context;
  const drawn = signal(0);
  const model = createModel(options, drawn);
  let prepared = options.prepared?.modal;
  let modal: Modal | undefined = prepared;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const drawMore = () => {
    if (prepared) {
      // All of it at once: most of the work is done.
      drawn.value = 2;
      prepared.follow(model, actions);
      prepared = undefined;
    } else if (modal) drawn.value += 1;
    else {
      modal = mountModal({
        root: surface.root,
        model,
        actions,
        appearance: settings.appearance ?? {},
        locale,
        reference: surface.id,
      });
    }
  };
  /**
   * A slow phone can make the dialog, show it, or draw the selector in one task, but not two of them.
   * Each gets a task, after others such as reading a long list of providers.
   */
  const drawNext = () => {
    if (isClosed || drawn.value > 1) return;
    try {
      drawMore();
      schedule(0);
    } catch (cause) {
      // Before any event, or the change would be drawn where drawing has failed.
      close();
      onFailure(cause);
    }
  };
  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(drawNext, delayMs);
  };
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
    modal?.close();
  };
  return {
    start: () => schedule(drawDelayMs),
    continue: () => schedule(0),
    focus: () => modal?.focus(),
    close,
  };
}

/**
 * Not `computed` of signals-core: nothing here needs a cache, and the class is 0.4 kB.
 *
 * @param read - reads signals
 * @returns the value that follows from them, now
 */
export function derive<Value>(read: () => Value): Readable<Value> {
  return {
    get value() {
      return read();
    },
  };
}

function createModel(
  { state, theme, isInterrupted }: DrawingOptions,
  drawn: ReadonlySignal<number>,
): ModalModel {
  let shown: Screen = { kind: 'loading' };
  return {
    drawn,
    theme,
    isInterrupted,
    application: derive(() => state.value.application),
    frameHeight: derive(() => state.value.frameHeight),
    isConfirmingExit: derive(() => {
      const { phase } = state.value;
      return phase.name === 'on-page' && phase.isConfirmingExit;
    }),
    screen: derive(() => {
      const { phase } = state.value;
      // The last screen stays until the modal is gone.
      if (phase.name !== 'leaving' && phase.name !== 'over') {
        // The dialog must exist before the selector is drawn into it.
        shown = describeScreen(state.value, phase, drawn.value > 1);
      }
      return shown;
    }),
  };
}

type ShownPhase = Exclude<Phase, { name: 'leaving' | 'over' }>;

/**
 * @param state - of the session
 * @param phase - its phase
 * @param canSelect - whether the dialog exists, so that the selector can be drawn into it
 */
function describeScreen(state: SessionState, phase: ShownPhase, canSelect: boolean): Screen {
  const { window } = state;
  // The account's name is the user's affair: only the page may say it, not the host's document.
  if ('isFramed' in phase && phase.isFramed) return { kind: 'page', canGoBack: false };
  switch (phase.name) {
    case 'failed':
      return { kind: 'failed', error: phase.error, canTryWindow: phase.canTryWindow };
    case 'finishing':
    case 'connected':
      return { kind: phase.name };
    case 'starting':
    case 'selecting':
    case 'on-page':
      if (window.name !== 'none') return describeWindow(state, window);
      return describeFrame(state, phase, canSelect);
  }
}

function describeFrame(state: SessionState, phase: LivePhase, canSelect: boolean): Screen {
  if (phase.name === 'on-page') {
    return { kind: 'page', canGoBack: hasSelection(state) };
  }
  const { providers } = state;
  if (phase.name === 'selecting' && providers && canSelect) {
    return { kind: 'select', providers, busyId: phase.busyId };
  }
  return { kind: 'loading' };
}

function describeWindow(
  state: SessionState,
  window: Exclude<WindowState, { name: 'none' }>,
): Screen {
  // A frame that a policy blocks stays blocked.
  const canFrame = state.display === 'auto' && state.frame !== 'blocked';
  return {
    kind: 'popup',
    state: screenOfWindow[window.name],
    canUseFrame: canFrame && !needsWindow(state, state.providerId),
    canGoBack: canFrame && state.frame === 'followed' && hasSelection(state),
  };
}

const screenOfWindow = {
  offered: 'offered',
  blocked: 'blocked',
  open: 'waiting',
  closed: 'closed',
  missed: 'closed',
} as const;
