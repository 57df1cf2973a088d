import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { ChannelFailure, Listener } from '../../channel/listener.ts';
import type { PageMessage } from '../../protocol/messages.ts';
import type { Modal } from '../../ui/modal-model.ts';
import type { PreloadOptions } from '../api.ts';
import { createWelcome, type Flow, startFlow } from '../flow/flow.ts';
import type { FrameSurface } from '../flow/surfaces/frame.ts';
import { prepareModal } from './prepare-modal.ts';
import { createPresentation, type Presentation } from './presentation.ts';

/** A flow that has waited longer than this for its user is replaced. */
const maxAgeMs = 600_000;
/** A page that has been silent for this long did not load. A session waits equally long. */
const maxSilenceMs = 15_000;

/** A flow that `preload` started without a session. `open` may take it over. */
export interface PreparedFlow {
  readonly flow: Flow;
  /** The modal is drawn as soon as the page has sent the providers. */
  readonly modal: Modal | undefined;
  /** The page's messages so far. */
  readonly said: ReadonlySignal<readonly PageMessage[]>;
  /** Null while a session can take it over. */
  readonly end: ReadonlySignal<FlowEnd | null>;
  /** @returns whether it was started with the same options and is still usable */
  fits(settings: PreloadOptions, presentation: Presentation): boolean;
  /**
   * Lets a session with this provider take the flow over, which tells it to the page.
   *
   * @param providerId - can be used in a frame; the page shows its selection
   */
  pick(providerId: string): void;
  /** Gives the session's listener the earlier messages at once, and all later ones. */
  handOver(listener: Listener<PageMessage>): void;
  /** Idempotent. */
  close(): void;
}

/** Why no session can take a flow over: it failed, its page ended it, a session has it, or it was closed. */
type FlowEnd = ChannelFailure | 'said' | 'taken' | 'closed';

/** The key of an option of `preload` that only the selector in the page sets: it gets the flow. */
export const followKey: unique symbol = Symbol('follow');

/** The options of `preload` from the selector in the page. */
export interface FollowedOptions extends PreloadOptions {
  /** Called with the flow and the ID of the session that will take it over. */
  readonly [followKey]?: (flow: PreparedFlow, id: string) => void;
}

interface PreparedSurface extends FrameSurface {
  /** Only this file sets it. */
  prepared?: PreparedFlow;
}

/** Welcomes the page in a preloaded frame, keeps its messages, and draws the modal, until a session takes over. */
export function prepareFlow(surface: FrameSurface, settings: FollowedOptions): void {
  const presentation = createPresentation(settings);
  presentation.close();
  const prepared =
    takePrepared(surface, settings, presentation) ?? startAhead(surface, settings, presentation);
  surface.prepared = prepared;
  settings[followKey]?.(prepared, surface.id);
}

/**
 * @returns the prepared flow, if it fits. Otherwise the flow is closed and the page is loaded again, because a page
 *   accepts only one welcome
 */
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
  const { root } = surface;
  const since = Date.now();
  let choices = describeChoices(settings, presentation);
  const providerId = settings.provider ?? null;
  const welcome = createWelcome({ ...presentation, id: surface.id, settings, providerId }, 'frame');
  let modal: Modal | undefined;
  let picked: string | undefined;
  const said = signal<readonly PageMessage[]>([]);
  const end = signal<FlowEnd | null>(null);
  const finish = (reason: FlowEnd) => {
    end.value ??= reason;
  };

  const drawAhead = () => {
    const [ready, list] = said.peek();
    // A selector in the page draws the list itself.
    if (end.peek() || modal || settings[followKey] || ready?.type !== 'ready') return;
    // A preselected provider, or a single one, needs no selector.
    if (list?.type !== 'providers' || list.providers.length < 2 || settings.provider) return;
    const { application } = ready;
    const { providers } = list;
    const { appearance } = settings;
    try {
      modal = prepareModal(surface, { ...presentation, application, providers, appearance });
    } catch {
      // `open` draws it again, and reports a failure.
    }
  };
  const flow = startFlow(surface, welcome, {
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
      const isLate = Date.now() - since > (said.peek().length ? maxAgeMs : maxSilenceMs);
      if (end.peek() || isLate || !root.host.isConnected) return false;
      return describeChoices(nextSettings, nextPresentation) === choices;
    },
    pick(providerId) {
      picked = providerId;
      choices = describeChoices({ ...settings, provider: picked }, presentation);
    },
    handOver(listener) {
      flow.listen(listener);
      // After a pick, the session skips the page's selection.
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

/** These messages end the flow. Before `open`, no user can have caused them. */
function isLastWord({ type }: PageMessage): boolean {
  return type === 'error' || type === 'exit' || type === 'code';
}

/** Describes the host's choices with which the page and the modal were prepared. */
function describeChoices(settings: PreloadOptions, { locale, theme }: Presentation): string {
  const { provider, state, session } = settings;
  // The theme is compared as it is shown, because `auto` means the same as no theme.
  const appearance = { ...settings.appearance, theme: undefined };
  return JSON.stringify([provider, state, session, locale, theme.peek(), appearance]);
}
