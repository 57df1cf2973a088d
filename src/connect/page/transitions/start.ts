import type { PageSession } from 'tax-connect/page';
import type { StartedFlow } from '../../shapes/flow-answers.ts';
import { readReference } from '../../shapes/handoff-fields.ts';
import { parseReference } from '../../shapes/reference.ts';
import { ask, askProvider, type Draft, moveTo, queue, setHome, tellHost } from '../draft.ts';
import { getHome, getSession, type Presentation } from '../phase.ts';
import type { AnswerOf } from '../requests.ts';
import { failWithoutHost } from './end.ts';
import { showLink } from './link.ts';
import { watchSessionEnd } from './session.ts';

/** @param known - language and theme of the previous document in this window, or null */
export function open(draft: Draft, known: Presentation | null): void {
  if (known) show(draft, known);
  const { name } = getHome(draft.place);
  if (name === 'alone') {
    if (draft.link && draft.place.name !== 'back') showLink(draft, draft.link);
    else startFlow(draft);
    return;
  }
  // The host may find this reloaded popup again. If the user has already opened another popup, this one closes itself.
  if (draft.isReloaded) queue(draft, 'watchSession');
  if (name === 'joined') continueAlone(draft);
  else {
    queue(draft, 'waitFor', draft.isReloaded ? 'return' : 'welcome');
    queue(draft, 'findHost', draft.place.name === 'back');
  }
}

export function handleWelcome(draft: Draft, session: PageSession): void {
  queue(draft, 'stopWaiting');
  if (session.surface === 'frame') setHome(draft, { name: 'frame', session, sharing: null });
  else setHome(draft, { name: 'popup', session, isAsking: false });
  draft.providerId = session.providerId;
  draft.session = session.session;
  draft.selector = session.selector;
  // The request for the flow is sent before the page is drawn, so that drawing does not delay it.
  startFlow(draft);
  const { locale, theme, appearance } = session;
  show(draft, { locale, theme, appearance });
  takeReference(draft, session.sessionId);
  queue(draft, 'stopWatchingSession');
  if (session.surface === 'popup') queue(draft, 'claimSession', session.sessionId);
}

/** Continues when no host has welcomed the page. A popup with a handoff can then join the flow of a frame. */
export function continueAlone(draft: Draft): void {
  const { place, handoff } = draft;
  const isBack = place.name === 'back';
  const home = getHome(place);
  queue(draft, 'stopWaiting');
  if (home.name !== 'joined' && handoff === null) {
    // The bridge stays open, because the host may still welcome the page.
    failWithoutHost(draft, isBack ? 'host_gone' : 'no_host');
    return;
  }
  queue(draft, 'closeBridge');
  if (home.name === 'joined') {
    queue(draft, 'listen', home.id, 0);
    startFlow(draft);
  } else if (handoff !== null && isBack) {
    // The user signed in at the provider's site, which has cut off this popup's host. So it joins without a question.
    ask(draft, { task: null }, 'join', { handoff, number: null });
  } else if (handoff !== null) {
    ask(draft, { task: null }, 'ask', { handoff });
  }
}

/** A flow without a host starts in the same way. */
export function startFlow(draft: Draft): void {
  // A late welcome starts the flow even after the page has stopped waiting for it.
  if (draft.step.view.kind === 'failed') moveTo(draft, { kind: 'starting' });
  const host = getSession(draft.place);
  const binding = host && { origin: host.origin, nonce: host.nonce };
  if (draft.place.name === 'back') {
    ask(draft, { task: 'start' }, 'resume', { binding });
    return;
  }
  const { session } = draft;
  const own = session === null ? {} : { session };
  const more = host && { state: host.state, reference: readReference(host.sessionId) };
  ask(draft, { task: 'start' }, 'start', { ...binding, ...more, ...own });
}

/** Continues after the service has started the flow. A preselected provider, or a single one, is selected at once. */
export function handleStarted(draft: Draft, flow: StartedFlow): void {
  const { selector } = draft;
  const { account = null } = flow;
  const providerId = account?.provider_id ?? draft.providerId;
  const [first, second] = flow.providers;
  const isOnlyOne = selector === 'page' && !second && first?.status === 'available';
  // An unknown or unavailable preselected provider is ignored, so that the user picks another.
  const preselected = flow.providers.find(
    ({ id, status }) => id === providerId && status === 'available',
  );
  // To connect an account again, its provider is selected even if unavailable: the service's refusal then names it.
  const again = account ? first : undefined;
  const chosen = preselected ?? again ?? (isOnlyOne ? first : undefined);
  keepFlow(draft, flow);
  if (flow.session) watchSessionEnd(draft);
  moveTo(draft, { kind: 'select' });
  draft.canGoBack = chosen === undefined;
  if (chosen) {
    // The page opens a preselected provider's own site at once, with two exceptions. In a frame, the host offers a
    // popup instead. When an account is connected again, the page first shows at which provider.
    const opensSite = preselected !== undefined && draft.selector === 'page' && !account;
    askProvider(draft, chosen.id, { task: 'select', opensSite });
  } else tellHost(draft, 'sendStep', 'select');
}

export function handleResumed(draft: Draft, flow: AnswerOf<'resume'>): void {
  const { place } = draft;
  const { provider } = flow;
  keepFlow(draft, flow);
  if (draft.account) draft.canGoBack = false;
  moveTo(draft, { kind: 'login', provider });
  tellHost(draft, 'sendProviderSelected', provider.id);
  tellHost(draft, 'sendStep', 'login');
  if (place.name !== 'back') return;
  draft.place = place.home;
  if (place.query !== null) ask(draft, { task: 'login' }, 'return', { query: place.query });
}

/** The host gets both messages together, so that it never shows an empty selector. */
function keepFlow(draft: Draft, flow: StartedFlow): void {
  queue(draft, 'watchExpiry', flow.expires_in * 1000);
  draft.application = flow.application;
  draft.providers = flow.providers;
  draft.origin = flow.origin;
  draft.submissions = flow.submissions;
  draft.account = flow.account ?? null;
  tellHost(draft, 'sendReady', flow.application, Boolean(flow.session));
  tellHost(draft, 'sendProviders', flow.providers);
}

export function show(draft: Draft, presentation: Presentation): void {
  draft.presentation = presentation;
  queue(draft, 'show', presentation);
}

/** Uses the reference of the host's session, so that the user sees the same reference in the modal and here. */
export function takeReference(draft: Draft, sessionId: string): void {
  draft.reference = parseReference(sessionId) ?? draft.reference;
}
