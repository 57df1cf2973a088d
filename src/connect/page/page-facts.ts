import * as v from 'valibot';
import { randomToken } from '../shapes/handoff-fields.ts';
import type { FlowData } from './flow-data.ts';
import type { KeptFlow } from './kept-flow.ts';
import type { Home, PageFacts, Place } from './phase.ts';

export function readFacts(page: Window, flow: FlowData, kept: KeptFlow | undefined): PageFacts {
  const { application, kind, link = null, reference, session } = flow;
  const isFramed = page.parent !== page;
  const isPopup = kind === 'embedded' && !isFramed;
  const prefersDark = page.matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    isVisit: kind === 'manage',
    place: findPlace(kind !== 'embedded' ? 'alone' : isFramed ? 'frame' : 'popup', kept),
    handoff: isPopup ? (kept?.handoff ?? takeHandoff(page)) : null,
    session,
    clientId: new URLSearchParams(page.location.search).get('client_id') ?? '',
    link,
    isReloaded: isPopup && page.opener === null,
    application,
    presentation: {
      locale: link?.locale ?? page.navigator.language,
      theme: prefersDark ? 'dark' : 'light',
    },
    reference: reference ?? '',
  };
}

function findPlace(name: 'alone' | 'frame' | 'popup', kept: KeptFlow | undefined): Place {
  const homes: Readonly<Record<typeof name, Home>> = {
    alone: { name: 'alone' },
    frame: { name: 'frame', session: null, sharing: null },
    popup: kept?.is_joined
      ? { name: 'joined', id: 0, ending: null }
      : { name: 'popup', session: null, isAsking: false },
  };
  return kept ? { name: 'back', home: homes[name], query: kept.query } : homes[name];
}

/**
 * Removes the session's secret from the address, so that it stays neither in the browser's history nor on the screen.
 * The address keeps an empty `session` parameter, and this tab keeps the secret for a reload.
 *
 * @returns the secret; empty when this tab does not have it, such as a new tab; null when the address has no session
 */
export function takeSession(page: Window): string | null {
  const { pathname, search, hash } = page.location;
  const session = new URLSearchParams(search).get('session');
  if (session === '') return readKeptSession(page.history.state);
  if (session) {
    const rest = search.replace(/([?&]session=)[^&]*/g, '$1');
    keepSession(page, session, pathname + rest + hash);
  }
  return session;
}

/** Stores the session's secret with this tab's entry in the history, for a reload of the page. */
export function keepSession(page: Window, session: string, address = page.location.href): void {
  page.history.replaceState({ session }, '', address);
}

function readKeptSession(state: unknown): string {
  const kept = v.safeParse(v.object({ session: v.string() }), state);
  return kept.success ? kept.output.session : '';
}

/** Removes the handoff from the fragment of the address, so that it stays neither in the history nor on the screen. */
function takeHandoff(page: Window): string | null {
  const { hash, pathname, search } = page.location;
  if (hash) page.history.replaceState(null, '', pathname + search);
  const handoff = hash.replace(/^#handoff=/, '');
  return v.is(randomToken, handoff) ? handoff : null;
}
