import { findMisplaced } from '../../kit/misplaced.ts';
import { fill } from '../../texts/fill.ts';
import type { PageTexts } from '../../texts/surfaces.ts';
import { createLanguage, readLanguages } from './create-language.ts';
import { type FlowData, takeFlowData } from './flow-data.ts';
import { continueAtPage, takeKeptFlow } from './kept-flow.ts';
import { guardAgainstKeyboard } from './keyboard-guard.ts';
import type { Visit } from './page-context.ts';
import { keepSession, takeSession } from './page-facts.ts';
import { findRefusal, type Refusal, reportRefusal } from './report-refusal.ts';
import { type FlowOptions, showFlow } from './show-flow.tsx';
import { BrokenView, describeBroken } from './views/failure-view.tsx';
import './page.css';
import { effect, type Signal, signal } from '@preact/signals';
import { render } from 'preact';

// First of all, removes the session's secret from the address, because error reports may contain the address.
let session = takeSession(window);
const restart = () => {
  if (session) window.location.replace(withSession(window.location, session));
  else window.location.reload();
};
if (window.visualViewport) guardAgainstKeyboard(window.visualViewport);

function startPage(): void {
  const refusal = findRefusal(document) ?? refuseIfMisplaced();
  if (refusal) {
    // A user who opened the notice by hand has no host to inform.
    const hasHost = window.parent !== window || window.opener !== null;
    if (hasHost) reportRefusal(refusal);
    return;
  }
  const isReturn = document.querySelector('script#return') !== null;
  if (isReturn && continueAtPage(window)) return;
  const root = document.createElement('div');
  document.body.append(root);
  const kept = isReturn ? undefined : takeKeptFlow(window);
  const own = takeFlowData(document);
  const language = createLanguage(own?.consent_texts);
  if (kept?.session) {
    session = kept.session;
    keepSession(window, session);
  } else if (own?.link?.status === 'incomplete' && session) {
    // This tab still has the secret that the address lost. The reloaded page says whether the link is still open.
    restart();
    return;
  }
  // When the user has returned from the provider's site, this document continues the flow of the previous document.
  const { flow_token, reference } = kept ?? own ?? { flow_token: null, reference: null };
  const flow = own && { ...own, flow_token, reference, session };
  // The page uses the link's language, or else the browser's, until a host names another.
  language.speak([...(own?.link?.locale ? [own.link.locale] : []), ...readLanguages()]);
  const visit = signal<Visit | null>(null);
  effect(() => {
    const text = language.text.value;
    document.documentElement.lang = text.lang;
    document.documentElement.dir = text.dir;
    const problem = isReturn ? 'no_host' : 'invalid_request';
    document.title = flow
      ? describePage(text, flow, visit.value)
      : describeBroken(text, problem).title;
    // At the return address of a provider's site, loading the document again would not help.
    const again = isReturn ? null : restart;
    if (!flow) render(<BrokenView text={text} problem={problem} restart={again} />, root);
  });
  if (flow) void show(root, { flow, kept, language, restart }, visit);
}

async function show(
  root: HTMLElement,
  options: Omit<FlowOptions, 'visit'>,
  visit: Signal<Visit | null>,
): Promise<void> {
  if (options.flow.kind === 'manage') {
    try {
      const { loadVisit } = await import('./load-visit.ts');
      visit.value = await loadVisit(readLanguages());
    } catch {
      const text = options.language.text.value;
      render(<BrokenView text={text} problem="connection_lost" restart={restart} />, root);
      return;
    }
  }
  showFlow(root, { ...options, visit: visit.value });
}

/** At `/manage`, the title does not change until the texts of that page have loaded. */
function describePage(
  text: PageTexts,
  { application, kind }: FlowData,
  visit: Visit | null,
): string {
  if (kind === 'manage') return visit?.text.title ?? document.title;
  return `${text.title} ${fill(text.to, { application: application.name })}`;
}

function refuseIfMisplaced(): Refusal | undefined {
  const misplaced = findMisplaced(document, window.location.origin);
  misplaced?.show();
  return misplaced && { code: 'server_error', message: misplaced.message, retryable: false };
}

/** Puts the session's secret back into the address, because the service needs it to start the flow again. */
function withSession({ pathname, search }: Location, secret: string): string {
  return pathname + search.replace(/([?&]session=)/, `$1${encodeURIComponent(secret)}`);
}

startPage();
