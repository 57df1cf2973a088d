import type { PageMessage, WelcomeMessage } from '../protocol/messages.ts';
import { loadMessages } from '../ui/locales/load-messages.ts';
import type { PreloadOptions } from './api.ts';
import { type Flow, type FlowListener, startFlow } from './flow.ts';
import { readLocale } from './locale.ts';
import { type PreparedModal, prepareModal } from './prepare-modal.ts';
import type { FrameSurface } from './surfaces/frame.ts';
import { followTheme } from './theme.ts';
import { createWelcome, type Showing } from './welcome.ts';

/** A flow that waited longer than this for its user is started afresh. */
const maxAgeMs = 600_000;
/** A page that has said nothing for so long did not load. As long as a session waits for one. */
const maxSilenceMs = 15_000;

/** A flow without a session: `preload` started it, and `open` may take it over. */
export interface PreparedFlow {
  readonly flow: Flow;
  /** Drawn as soon as the page has said what there is to select. */
  readonly modal: PreparedModal | undefined;
  /** @returns whether it was started with the same options, and can still be used */
  fits(settings: PreloadOptions, showing: Showing): boolean;
  /** @param listener - of a session; hears at once what the page has said so far */
  handOver(listener: FlowListener): void;
  /** Idempotent. */
  close(): void;
}

const flows = new WeakMap<FrameSurface, PreparedFlow>();

/**
 * Welcomes the page in a preloaded frame, keeps what it says, and draws the modal, until a session takes
 * all of it over.
 *
 * @param surface - the preloaded frame
 * @param settings - what its session is expected to be opened with
 */
export function prepareFlow(surface: FrameSurface, settings: PreloadOptions): void {
  // Released before this code had loaded.
  if (!surface.root.host.isConnected) return;
  const { theme, close } = followTheme(settings.appearance?.theme);
  close();
  const showing = { theme, locale: readLocale(settings.locale) };
  loadMessages(showing.locale);
  if (takePrepared(surface, settings, showing)) return;
  const prepared = startAhead(surface, settings, showing);
  flows.set(surface, prepared);
  surface.prepared = prepared;
}

/**
 * @param surface - of a session
 * @param settings - what it was opened with
 * @param showing - how its page is shown
 * @returns what was prepared for it. What was prepared otherwise is dropped, and the page loaded again: it
 *   takes one welcome only
 */
export function takePrepared(
  surface: FrameSurface,
  settings: PreloadOptions,
  showing: Showing,
): PreparedFlow | undefined {
  const prepared = flows.get(surface);
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
  let listener: FlowListener | undefined;
  let modal: PreparedModal | undefined;
  let said: PageMessage[] = [];
  let isLost = false;

  const drawAhead = () => {
    const [ready, list] = said;
    if (isLost || listener || modal || ready?.type !== 'ready') return;
    // A preselected provider, or the only one there is, needs no selector.
    if (list?.type !== 'providers' || list.providers.length < 2 || settings.provider) return;
    const { application } = ready;
    const { providers } = list;
    const { appearance = {} } = settings;
    const { theme, locale } = showing;
    try {
      modal = prepareModal(surface, { application, providers, appearance, theme, locale });
    } catch {
      // `open` draws it again, and reports what then fails.
    }
  };
  const flow = startFlow(surface, welcome, {
    onMessage(message) {
      if (listener) {
        listener.onMessage(message);
        return;
      }
      // A page that gets ready again has been loaded again.
      if (message.type === 'ready') said = [];
      said.push(message);
      if (isLastWord(message)) isLost = true;
      (globalThis.requestIdleCallback ?? setTimeout)(drawAhead);
    },
    onFailure(code) {
      isLost = true;
      listener?.onFailure(code);
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
    handOver(next) {
      listener = next;
      said.forEach(next.onMessage);
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

/** Nothing follows it; before `open`, the user is not there to have caused it. */
function isLastWord({ type }: PageMessage): boolean {
  return type === 'error' || type === 'exit' || type === 'code';
}

/** What the page was told and the modal was drawn with. The nonce is left out: each flow has another. */
function describe(welcome: WelcomeMessage, { appearance = {} }: PreloadOptions): string {
  const { accentColor, fontFamily, borderRadius } = appearance;
  return JSON.stringify([{ ...welcome, nonce: 0 }, accentColor, fontFamily, borderRadius]);
}
