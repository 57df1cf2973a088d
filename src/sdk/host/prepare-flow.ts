import type { Listener } from '../channel/listener.ts';
import type { PageMessage, WelcomeMessage } from '../protocol/messages.ts';
import { loadMessages } from '../ui/locales/load-messages.ts';
import type { Modal } from '../ui/modal-model.ts';
import type { PreloadOptions } from './api.ts';
import { type Flow, startFlow } from './flow.ts';
import { readLocale } from './locale.ts';
import { prepareModal } from './prepare-modal.ts';
import type { FrameSurface } from './surfaces/frame.ts';
import { followTheme } from './theme.ts';
import { createWelcome, type Showing } from './welcome.ts';

/** A flow that has waited longer than this for its user is replaced. */
const maxAgeMs = 600_000;
/** A page that has been silent for this long did not load. A session waits just as long. */
const maxSilenceMs = 15_000;

/** A flow that `preload` started without a session. `open` may take it over. */
export interface PreparedFlow {
  readonly flow: Flow;
  /** Drawn as soon as the page has sent the providers. */
  readonly modal: Modal | undefined;
  /** @returns whether it was started with the same options and is still usable */
  fits(settings: PreloadOptions, showing: Showing): boolean;
  /** @param listener - the session's listener; gets the earlier messages at once */
  handOver(listener: Listener<PageMessage>): void;
  /** Idempotent. */
  close(): void;
}

interface PreparedSurface extends FrameSurface {
  /** Set by this file only. */
  prepared?: PreparedFlow;
}

/**
 * Welcomes the page in a preloaded frame, keeps its messages, and draws the modal, until a session takes
 * over.
 */
export function prepareFlow(surface: FrameSurface, settings: PreloadOptions): void {
  const { theme, close } = followTheme(settings.appearance?.theme);
  close();
  const showing = { theme, locale: readLocale(settings.locale) };
  loadMessages(showing.locale);
  if (takePrepared(surface, settings, showing)) return;
  surface.prepared = startAhead(surface, settings, showing);
}

/**
 * @param showing - how the session shows its page
 * @returns the prepared flow, if it fits. Otherwise it is closed, and the page is loaded again, because a
 *   page accepts one welcome only
 */
export function takePrepared(
  surface: FrameSurface,
  settings: PreloadOptions,
  showing: Showing,
): PreparedFlow | undefined {
  const { prepared } = surface as PreparedSurface;
  if (!prepared || prepared.fits(settings, showing)) return prepared;
  prepared.close();
  surface.restart();
  return undefined;
}

function startAhead(
  surface: FrameSurface,
  settings: PreloadOptions,
  showing: Showing,
): PreparedFlow {
  const { root } = surface;
  const since = Date.now();
  const welcome = describeWelcome(surface, settings, showing);
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
      modal = prepareModal(surface, { ...showing, application, providers, appearance });
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
    fits(nextSettings, nextShowing) {
      const isLate = Date.now() - since > (said.length ? maxAgeMs : maxSilenceMs);
      if (isLost || isLate || !root.host.isConnected) return false;
      const wanted = describeWelcome(surface, nextSettings, nextShowing);
      return describe(wanted, nextSettings) === describe(welcome, settings);
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

function describeWelcome(
  { id }: FrameSurface,
  settings: PreloadOptions,
  showing: Showing,
): WelcomeMessage {
  const providerId = settings.provider ?? null;
  return createWelcome({ ...showing, id, settings, providerId }, 'frame');
}

/** Ends the flow. Before `open`, no user can have caused such a message. */
function isLastWord({ type }: PageMessage): boolean {
  return type === 'error' || type === 'exit' || type === 'code';
}

/**
 * The data that the page and the modal were prepared with. The nonce is left out, because each flow has
 * another one.
 */
function describe(welcome: WelcomeMessage, { appearance = {} }: PreloadOptions): string {
  const { accentColor, fontFamily, borderRadius } = appearance;
  return JSON.stringify([{ ...welcome, nonce: 0 }, accentColor, fontFamily, borderRadius]);
}
