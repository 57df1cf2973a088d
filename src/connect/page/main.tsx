import './page.css';
import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { createBridge, type PageSession } from 'tax-connect/page';
import { findMisplaced } from '../design/misplaced.ts';
import type { AskedQuestion } from '../shapes/flow-answers.ts';
import { parseReference } from '../shapes/reference.ts';
import type { Theme } from '../shapes/unions.ts';
import { App } from './app.tsx';
import { runEmbeddedFlow } from './embedded-flow.ts';
import type { FlowReporter } from './flow.ts';
import { createFlowClient, type FlowClient } from './flow-client.ts';
import { type FlowData, takeFlowData } from './flow-data.ts';
import { createFlowStore } from './flow-store.ts';
import { createFrameHandoff } from './frame-handoff.ts';
import { createHandoffClient, type HandoffClient } from './handoff-client.ts';
import { guardByHost } from './host-guard.ts';
import { createJoin, takeHandoff } from './join.ts';
import { guardAgainstKeyboard } from './keyboard-guard.ts';
import { createLanguage } from './locales/create-language.ts';
import type { PageContext } from './page-context.ts';
import { continueVisit, type ProviderVisit, startVisit, takeVisit } from './provider-visit.ts';
import { findRefusal, type Refusal, reportRefusal } from './report-refusal.ts';
import { watchShown } from './shown.ts';
import { claimSession, closeWhenReplaced, readOwnSession } from './succession.ts';
import { BrokenView, describeBroken } from './views/broken-view.tsx';

const language = createLanguage();
const restart = () => window.location.reload();
if (window.visualViewport) {
  guardAgainstKeyboard({
    viewport: window.visualViewport,
    document,
    readHeight: () => window.innerHeight,
    scrollBy: (top) => window.scrollBy({ top }),
  });
}

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

function startPage(): void {
  const refusal = findRefusal(document) ?? refuseIfMisplaced();
  if (refusal) {
    // A notice that was opened by hand has no host to tell.
    const hasHost = window.parent !== window || window.opener !== null;
    if (hasHost) reportRefusal(refusal);
    return;
  }
  const isReturn = document.querySelector('script#return') !== null;
  if (isReturn && continueVisit(window)) return;
  const root = document.createElement('div');
  document.body.append(root);
  const visit = isReturn ? undefined : takeVisit(window);
  const own = takeFlowData(document);
  // The document that comes after a visit goes on with the flow of the one before.
  const flow =
    own && visit ? { ...own, flowToken: visit.flowToken, reference: visit.reference } : own;
  // The browser's, until a host says something else.
  language.speak(navigator.languages);
  effect(() => {
    const text = language.text.value;
    document.documentElement.lang = text.languageTag;
    document.documentElement.dir = text.direction;
    const problem = isReturn ? 'no_host' : 'invalid_request';
    document.title = flow
      ? text.connectTo(flow.application.name)
      : describeBroken(text, problem)[0];
    // Asking again for the address of the return would not help.
    const again = isReturn ? null : restart;
    if (!flow) render(<BrokenView text={text} problem={problem} restart={again} />, root);
  });
  if (!flow) return;
  if (flow.kind === 'embedded') startEmbedded(flow, visit, root);
  else startRedirect(flow, visit, root);
}

function refuseIfMisplaced(): Refusal | undefined {
  const misplaced = findMisplaced(document, window.location.origin);
  misplaced?.show();
  return misplaced && { code: 'server_error', message: misplaced.message, retryable: false };
}

/** What the host says, of the modal that the page belongs to. */
type Look = Pick<PageSession, 'locale' | 'theme'>;

/** What the page takes from the browser and its document until a host says something else. */
function createShown(flow: FlowData, visit: ProviderVisit | undefined) {
  const own = { locale: navigator.language, theme: readTheme(), reference: flow.reference };
  const shown = signal(own);
  const applyLook = ({ locale, theme }: Look) => {
    document.documentElement.dataset.theme = theme;
    language.speak([locale, ...navigator.languages]);
    shown.value = { ...shown.value, locale, theme };
  };
  if (visit?.look) applyLook(visit.look);
  /** The person sees one reference in the modal and here. */
  const takeReference = (sessionId: string) => {
    const reference = parseReference(sessionId) ?? shown.value.reference;
    shown.value = { ...shown.value, reference };
  };
  return {
    shown,
    applyLook,
    takeReference,
    /** From the service, where no host can say it. */
    takeLook({
      locale,
      theme,
      session_id: sessionId,
    }: Omit<AskedQuestion, 'origin' | 'needs_number'>) {
      applyLook({ locale: locale ?? shown.value.locale, theme: theme ?? shown.value.theme });
      if (sessionId !== null) takeReference(sessionId);
    },
  };
}

/** A host that a provider's site has cut off does not look for its window: no use in waiting for it. */
const readSession = (visit: ProviderVisit | undefined) => (visit ? null : readOwnSession());

function startEmbedded(flow: FlowData, visit: ProviderVisit | undefined, root: HTMLElement): void {
  const isFramed = window.parent !== window;
  const surface = signal<PageSession['surface']>(isFramed ? 'frame' : 'popup');
  const { shown, applyLook, takeReference, takeLook } = createShown(flow, visit);
  const isReloaded = !isFramed && window.opener === null;
  // Then the host may find this page again, or the user may already have opened another window.
  const stopListening = isReloaded ? closeWhenReplaced(() => window.close()) : undefined;
  const trip = createTrip(flow.flowToken);
  const client = trip.guard(createHandoffClient(flow.flowToken));
  const handoff = isFramed ? null : (visit?.handoff ?? takeHandoff(window));
  const joined = createJoin({
    client,
    visit,
    handoff,
    onAsked: takeLook,
    onJoined(look) {
      takeLook(look);
      stopListening?.();
      if (look.session_id !== null) claimSession(look.session_id);
    },
  });
  const { store, requestExit, confirmExit, sendHeight } = runEmbeddedFlow({
    createBridge: (handlers) => createBridge(handlers, { sessionId: readSession(visit) }),
    isReloaded,
    visit,
    onVisit(url) {
      const { reference, ...look } = shown.value;
      trip.start(url, { isJoined: joined?.isJoined === true, reference, handoff, look });
    },
    createStore: (reporter, checkHost) =>
      createStore(flow, reporter, (own) => {
        const guarded = guardByHost(own, checkHost);
        return joined ? joined.extend(guarded) : guarded;
      }),
    createHandoff: (getBridge) => createFrameHandoff(client, getBridge),
    join: joined?.join,
    onSession(welcomed) {
      applyLook(welcomed);
      takeReference(welcomed.sessionId);
      surface.value = welcomed.surface;
      stopListening?.();
      if (welcomed.surface === 'popup') claimSession(welcomed.sessionId);
    },
  });
  const close = isFramed ? requestExit : () => window.close();
  const leave = async () => (await confirmExit()) || close();
  const Page = () => (
    <App
      onHeight={sendHeight}
      onEscape={requestExit}
      context={{
        store,
        watchShown,
        restart,
        close,
        text: language.text.value,
        ...shown.value,
        surface: surface.value,
        leave: isFramed ? null : () => void leave(),
        redirectHost: null,
        flowToken: null,
      }}
    />
  );
  render(<Page />, root);
}

function startRedirect(flow: FlowData, visit: ProviderVisit | undefined, root: HTMLElement): void {
  const { reference } = flow;
  const trip = createTrip(flow.flowToken);
  const onVisit = (url: string) =>
    trip.start(url, { isJoined: false, reference, handoff: null, look: null });
  const store = createStore(flow, { ...silentReporter, onVisit });
  const fixed: Omit<PageContext, 'text'> = {
    store,
    watchShown,
    restart,
    close: null,
    leave: null,
    surface: 'redirect',
    reference,
    locale: navigator.language,
    theme: readTheme(),
    redirectHost: readRedirectHost(),
    flowToken: flow.flowToken,
  };
  const Page = () => (
    <App context={{ ...fixed, text: language.text.value }} onHeight={ignore} onEscape={ignore} />
  );
  render(<Page />, root);
  void store.start({ binding: null, providerId: null, selector: 'page', visit });
}

function createStore(
  { application, flowToken }: FlowData,
  reporter: FlowReporter,
  extend: (client: FlowClient) => FlowClient = (client) => client,
) {
  const client = createFlowClient({
    flowToken,
    fetch: window.fetch.bind(window),
    readLocale: language.readWanted,
  });
  return createFlowStore({ application, client: extend(client), reporter });
}

/** The window's way to a provider's own site. */
function createTrip(flowToken: string) {
  let isAway = false;
  // The back-forward cache shows this document as it was left: waiting for the other site.
  // https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-pagetransitionevent-persisted
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isAway) restart();
  });
  return {
    start(url: string, visit: Omit<ProviderVisit, 'flowToken' | 'query'>) {
      isAway = true;
      // Otherwise the provider's site could navigate the host's window.
      if (window.opener) window.opener = null;
      startVisit(window, { flowToken, ...visit }, url);
    },
    /** To the frame, a window that comes back has not left. */
    guard: (client: HandoffClient): HandoffClient => ({
      ...client,
      leave: (failed) => (isAway ? undefined : client.leave(failed)),
    }),
  };
}

function readTheme(): Theme {
  return prefersDark.matches ? 'dark' : 'light';
}

/** The service has compared the address with the registered ones before it sent this page. */
function readRedirectHost(): string | null {
  const uri = new URLSearchParams(window.location.search).get('redirect_uri');
  return uri && URL.canParse(uri) ? new URL(uri).host : null;
}

const ignore = () => undefined;

/** There is no host in the redirect flow: its outcome is a redirect. */
const silentReporter: Omit<FlowReporter, 'onVisit'> = {
  onStarted: ignore,
  onProviderSelected: ignore,
  onProviderNotListed: ignore,
  onStep: ignore,
  onCode: () => Promise.resolve(true),
  onDenied: ignore,
  onFailed: ignore,
};

startPage();
