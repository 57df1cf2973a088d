import type { Listener } from '../../channel/listener.ts';
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
  /** Drawn as soon as the page has sent the providers. */
  readonly modal: Modal | undefined;
  /** @returns whether it was started with the same options and is still usable */
  fits(settings: PreloadOptions, presentation: Presentation): boolean;
  /** @param listener - the session's listener, which gets the earlier messages at once */
  handOver(listener: Listener<PageMessage>): void;
  /** Idempotent. */
  close(): void;
}

interface PreparedSurface extends FrameSurface {
  /** Set only by this file. */
  prepared?: PreparedFlow;
}

/** Welcomes the page in a preloaded frame, keeps its messages, and draws the modal, until a session takes over. */
export function prepareFlow(surface: FrameSurface, settings: PreloadOptions): void {
  const presentation = createPresentation(settings);
  presentation.close();
  if (takePrepared(surface, settings, presentation)) return;
  surface.prepared = startAhead(surface, settings, presentation);
}

/**
 * @param presentation - how the session shows its page
 * @returns the prepared flow, if it fits. Otherwise it is closed and the page is loaded again, because a page
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
  settings: PreloadOptions,
  presentation: Presentation,
): PreparedFlow {
  const { root } = surface;
  const since = Date.now();
  const choices = describeChoices(settings, presentation);
  const providerId = settings.provider ?? null;
  const welcome = createWelcome({ ...presentation, id: surface.id, settings, providerId }, 'frame');
  let modal: Modal | undefined;
  let said: PageMessage[] = [];
  let isLost = false;
  let isTaken = false;

  const drawAhead = () => {
    const [ready, list] = said;
    if (isLost || isTaken || modal || ready?.type !== 'ready') return;
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
      if (message.type === 'ready') said = [];
      said.push(message);
      if (isLastWord(message)) isLost = true;
      (globalThis.requestIdleCallback ?? setTimeout)(drawAhead);
    },
    onFailure() {
      isLost = true;
    },
  });
  return {
    flow,
    get modal() {
      return modal;
    },
    fits(nextSettings, nextPresentation) {
      const isLate = Date.now() - since > (said.length ? maxAgeMs : maxSilenceMs);
      if (isLost || isLate || !root.host.isConnected) return false;
      return describeChoices(nextSettings, nextPresentation) === choices;
    },
    handOver(listener) {
      isTaken = true;
      flow.listen(listener);
      for (const message of said) listener.onMessage(message);
    },
    close() {
      isLost = true;
      flow.close();
      modal?.close();
      root.adoptedStyleSheets = [];
    },
  };
}

/** Ends the flow. Before `open`, no user can have caused such a message. */
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
