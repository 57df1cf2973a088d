import type { ReadonlySignal } from '@preact/signals-core';
import type { Listener } from '../../channel/port.ts';
import type { HostMessage, PageMessage, SurfaceKind } from '../../protocol/messages.ts';
import type { WelcomeMessage } from '../../protocol/welcome.ts';
import { createWelcome, type Flow, startFlow } from '../flow/flow.ts';
import { createPopupSurface, type PopupSurface } from '../flow/surfaces/popup.ts';
import { callSuccess } from './call-success.ts';
import type { Effects, TimerName } from './draft.ts';
import type { SessionState } from './phase.ts';
import type { PreparedFlow } from './prepare-flow.ts';
import type { Presentation } from './presentation.ts';
import { reportOnce } from './report-once.ts';
import type { SessionContext } from './session-context.ts';
import type { Input } from './transition.ts';

/**
 * Time-outs in milliseconds. `leaving`: the surface stays this long after the click that ended the flow. If a frame is
 * removed in the task of its input event, Chromium's automation sometimes hangs, and tests of hosts with it (measured
 * in Chromium 156: 6 of 25 runs).
 */
export const durations: Readonly<Record<TimerName, number>> = {
  pageLoad: 15_000,
  offlineLoad: 3000,
  pageAnswer: 15_000,
  join: 10_000,
  rejoin: 15_000,
  busy: 300,
  callback: 15_000,
  success: 1400,
  leaving: 60,
};

/** The SDK reads the popup's `closed` at this interval, in milliseconds. No event reports that a user has closed it. */
const watchIntervalMs = 300;

export interface EffectsOptions extends Presentation {
  readonly context: SessionContext;
  readonly state: ReadonlySignal<SessionState>;
  readonly prepared: PreparedFlow | undefined;
  readonly dispatch: (...input: Input) => void;
  readonly hideModal: () => void;
  readonly showModal: () => void;
}

export type SessionEffects = Effects & { focusPopup(): void; close(): void };

export function createEffects(options: EffectsOptions): SessionEffects {
  const { context, state, dispatch } = options;
  const frame = createFrame(options);
  const popup = createPopup(options);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopWaiting = () => clearTimeout(timer);

  return {
    emit: reportOnce(context.emit),
    waitFor(name) {
      stopWaiting();
      timer = setTimeout(() => dispatch('timedOut', name), durations[name]);
    },
    stopWaiting,
    ...frame,
    ...popup,
    send: (to, message) => (to === 'frame' ? frame : popup).send(message),
    sendHandoff() {
      const { popup: opened, providerId } = state.peek();
      const handoff = popup.getHandoff();
      // The handoff is for a popup that the host cannot reach, or whose page leaves for a provider's site.
      const isReached = opened.name === 'open' && opened.contact === 'reached' && !opened.isLeaving;
      if (handoff !== undefined && !isReached) {
        frame.send({ type: 'handoff', handoff, provider_id: providerId });
      }
    },
    deliver(code, delivery) {
      callSuccess(context.settings, context.ConnectError, code).then(
        () => dispatch('callbackDone'),
        (cause) => dispatch('callbackFailed', delivery, cause),
      );
    },
    hideModal: options.hideModal,
    showModal: options.showModal,
    settle: context.settle,
    close() {
      stopWaiting();
      popup.closePopup(false);
      frame.closeFrameFlow();
    },
  };
}

function createListener({ dispatch }: EffectsOptions, from: SurfaceKind): Listener<PageMessage> {
  return {
    onMessage: (message) => dispatch('pageSaid', from, message),
    onFailure: (code) => dispatch('flowFailed', from, code),
  };
}

function describeWelcome(options: EffectsOptions, kind: SurfaceKind): WelcomeMessage {
  const { settings, surface } = options.context;
  const { providerId } = options.state.peek();
  return createWelcome({ ...options, id: surface.id, settings, providerId }, kind);
}

function createFrame(options: EffectsOptions) {
  const { prepared } = options;
  const { surface } = options.context;
  const listener = createListener(options, 'frame');
  let flow: Flow | undefined;
  const closeFrameFlow = () => {
    flow?.close();
    flow = undefined;
  };
  return {
    startFrame(isFresh: boolean): void {
      closeFrameFlow();
      if (prepared && !isFresh) {
        flow = prepared.flow;
        prepared.handOver(listener);
        return;
      }
      if (isFresh) surface.restart();
      // If the host's policy has already blocked the frame, this flow gets the kept event, and fails at once.
      flow = startFlow(surface, describeWelcome(options, 'frame'), listener);
    },
    closeFrameFlow,
    send: (message: HostMessage) => flow?.send(message),
  };
}

interface OpenPopup {
  readonly surface: PopupSurface;
  flow?: Flow;
  watch?: ReturnType<typeof setInterval>;
  /** The remaining attempts to find a reloaded page; 0 while the popup has a page. */
  searches: number;
}

function createPopup(options: EffectsOptions) {
  const { context, state, dispatch } = options;
  let popup: OpenPopup | undefined;
  /** The popup of `open`, null when it was blocked; undefined without one, or once used. Others need another click. */
  let opened = context.popup;

  const closePopup = (isDelayed: boolean) => {
    const closing = popup;
    if (isDelayed) {
      setTimeout(() => popup === closing && closePopup(false), durations.leaving);
      return;
    }
    popup = undefined;
    clearInterval(closing?.watch);
    closing?.flow?.close();
    closing?.surface.close();
  };
  return {
    openPopup(): void {
      closePopup(false);
      const next = opened === undefined ? context.openPopup(context.surface.address) : opened;
      opened = undefined;
      if (next) {
        popup = { surface: createPopupSurface(context.surface.address, next), searches: 0 };
      }
      dispatch('popupOpened', !next);
      // A callback of the host may have ended the session during `popupOpened`.
      if (state.peek().popup.name !== 'open') closePopup(false);
    },
    startPopup(): void {
      if (popup === undefined) return;
      const mine = popup;
      const listener = createListener(options, 'popup');
      mine.flow = startFlow(mine.surface, describeWelcome(options, 'popup'), {
        ...listener,
        onHello: () => dispatch('popupHello'),
        onMessage(message) {
          mine.searches = 0;
          listener.onMessage(message);
        },
      });
      mine.watch = watchPopup(mine, () => dispatch('popupClosed'));
    },
    findPage(): void {
      // One attempt each `watchIntervalMs`: about four seconds.
      if (popup) popup.searches = 14;
    },
    send: (message: HostMessage) => popup?.flow?.send(message),
    getHandoff: () => popup?.surface.handoff,
    focusPopup: () => popup?.surface.window?.focus(),
    closePopup,
  };
}

function watchPopup(popup: OpenPopup, onGone: () => void): ReturnType<typeof setInterval> {
  const watch = setInterval(() => {
    const { window } = popup.surface;
    if (!window || window.closed || popup.searches === 1) {
      clearInterval(watch);
      onGone();
    } else if (popup.searches > 0) {
      popup.searches -= 1;
      // A page that was reloaded in the popup has no opener, so it cannot say hello. It waits for a welcome.
      popup.flow?.welcome(window);
    }
  }, watchIntervalMs);
  return watch;
}
