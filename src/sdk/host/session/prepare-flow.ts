import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { ChannelFailure, Listener } from '../../channel/port.ts';
import type { ConnectApplication, PageMessage } from '../../protocol/messages.ts';
import type { Provider } from '../../protocol/provider.ts';
import type { Modal, ModalActions, ModalModel } from '../../ui/modal-model.ts';
import { mountModal } from '../../ui/mount.tsx';
import type { PreloadOptions } from '../api.ts';
import { createWelcome, type Flow, startFlow } from '../flow/flow.ts';
import type { FrameSurface } from '../flow/surfaces/frame.ts';
import { createPresentation, type Presentation } from './presentation.ts';

/** A flow that `preload` started without a session. `open` may take it over. */
export interface PreparedFlow {
  readonly flow: Flow;
  /** The hidden modal, drawn when the page has sent the providers; undefined before. */
  readonly modal: Modal | undefined;
  /** The page's messages since its last `ready`. */
  readonly said: ReadonlySignal<readonly PageMessage[]>;
  readonly end: ReadonlySignal<FlowEnd | null>;
  /** @returns whether the flow was started with the same options and is still usable */
  fits(settings: PreloadOptions, presentation: Presentation): boolean;
  /** Lets an `open` with this provider, which can be framed, take the flow over. The page must show its selection. */
  pick(providerId: string): void;
  /** Gives the session's listener the earlier messages at once, and then all later messages. */
  handOver(listener: Listener<PageMessage>): void;
  close(): void;
}

/** Why no session can take a flow over: by the page's message (`said`), `taken`, `closed`, or a failed channel. */
type FlowEnd = ChannelFailure | 'said' | 'taken' | 'closed';

/** The key of a private option of `preload`, which only the selector in the page sets, to get the flow. */
export const followKey: unique symbol = Symbol('follow');

export interface FollowedOptions extends PreloadOptions {
  readonly [followKey]?: (flow: PreparedFlow, id: string) => void;
}

interface PreparedSurface extends FrameSurface {
  /** Only this file sets it, always to a `PreparedFlow`. */
  prepared?: PreparedFlow;
}

/** Starts a flow in a preloaded frame. Keeps the page's messages, and draws the hidden modal. */
export function prepare(surface: FrameSurface, settings: FollowedOptions): void {
  const presentation = createPresentation(settings);
  presentation.close();
  const prepared =
    takePrepared(surface, settings, presentation) ?? startAhead(surface, settings, presentation);
  surface.prepared = prepared;
  settings[followKey]?.(prepared, surface.id);
}

/** @returns the prepared flow if it fits. Otherwise loads the page again, because a page accepts only one welcome */
export function takePrepared(
  surface: FrameSurface,
  settings: PreloadOptions,
  presentation: Presentation,
): PreparedFlow | undefined {
  const { prepared } = surface as PreparedSurface;
  if (!prepared || prepared.fits(settings, presentation)) return prepared;
  prepared.close();
  surface.restart();
  return undefined;
}

function startAhead(
  surface: FrameSurface,
  settings: FollowedOptions,
  presentation: Presentation,
): PreparedFlow {
  const { root, id } = surface;
  const since = Date.now();
  let choices = describeChoices(id, settings, presentation);
  let modal: Modal | undefined;
  let picked: string | undefined;
  const said = signal<readonly PageMessage[]>([]);
  const end = signal<FlowEnd | null>(null);
  const finish = (reason: FlowEnd) => {
    end.value ??= reason;
  };

  const drawAhead = () => {
    const [ready, list] = said.peek();
    // With `followKey`, a selector in the page draws the list itself.
    if (end.peek() || modal || settings[followKey] || ready?.type !== 'ready') return;
    // A preselected provider, or a single one, needs no selector.
    if (list?.type !== 'providers' || list.providers.length < 2 || settings.provider) return;
    const { application } = ready;
    const { providers } = list;
    const { appearance } = settings;
    try {
      modal = drawHidden(surface, { ...presentation, application, providers, appearance });
    } catch {
      // `open` draws the modal again, and reports the failure.
    }
  };
  const flow = startFlow(surface, welcomeFrame(id, settings, presentation), {
    onMessage(message) {
      // A second `ready` means that the page was reloaded.
      said.value = message.type === 'ready' ? [message] : [...said.peek(), message];
      if (isLastWord(message)) finish('said');
      (globalThis.requestIdleCallback ?? setTimeout)(drawAhead);
    },
    onFailure: finish,
  });
  return {
    flow,
    get modal() {
      return modal;
    },
    said,
    end,
    fits(nextSettings, nextPresentation) {
      const maxAgeMs = 600_000;
      // A page that has been silent for this long did not load. A session waits equally long.
      const maxSilenceMs = 15_000;
      const isLate = Date.now() - since > (said.peek().length ? maxAgeMs : maxSilenceMs);
      if (end.peek() || isLate || !root.host.isConnected) return false;
      return describeChoices(id, nextSettings, nextPresentation) === choices;
    },
    pick(providerId) {
      picked = providerId;
      choices = describeChoices(id, { ...settings, provider: picked }, presentation);
    },
    handOver(listener) {
      flow.listen(listener);
      // If the user has already picked a provider, the session must not show the page's selection (`step`).
      const messages = said.peek().filter(({ type }) => !picked || type !== 'step');
      for (const message of messages) listener.onMessage(message);
      if (picked) flow.send({ type: 'select_provider', provider_id: picked });
      finish('taken');
    },
    close() {
      finish('closed');
      flow.close();
      modal?.close();
      root.adoptedStyleSheets = [];
    },
  };
}

interface Preview extends Presentation, Pick<PreloadOptions, 'appearance'> {
  readonly application: ConnectApplication;
  readonly providers: readonly Provider[];
}

function drawHidden({ root, id, passEvents }: FrameSurface, preview: Preview): Modal {
  const { appearance, language, theme, application, providers } = preview;
  const value: ModalModel = {
    screen: { kind: 'select', providers, busyId: null },
    application,
    theme: theme.value,
    isConfirmingExit: false,
    isInterrupted: false,
    frameHeight: null,
  };
  // The modal is hidden, so the user cannot cause an action. `Modal.show` sets the session's actions.
  const actions = {} as ModalActions;
  return mountModal({ root, id, passEvents, model: { value }, actions, appearance, language });
}

/** True when the message ends the flow. Before `open`, the page is hidden, so no user can have caused the message. */
function isLastWord({ type }: PageMessage): boolean {
  return type === 'error' || type === 'exit' || type === 'code';
}

function describeChoices(id: string, settings: PreloadOptions, presentation: Presentation): string {
  const { nonce: _, ...welcome } = welcomeFrame(id, settings, presentation);
  // The welcome's `theme` is compared instead, because `auto` and no theme mean the same.
  const appearance = { ...settings.appearance, theme: undefined };
  return JSON.stringify([welcome, presentation.locale, appearance]);
}

function welcomeFrame(id: string, settings: PreloadOptions, presentation: Presentation) {
  const providerId = settings.provider ?? null;
  return createWelcome({ ...presentation, id, settings, providerId }, 'frame');
}
