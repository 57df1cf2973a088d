import './page.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { findMisplaced } from '../design/misplaced.ts';
import { type FlowData, takeFlowData } from './flow-data.ts';
import { continueAtPage, takeKeptFlow } from './kept-flow.ts';
import { guardAgainstKeyboard } from './keyboard-guard.ts';
import { createLanguage } from './locales/create-language.ts';
import type { PageText } from './locales/en.ts';
import { keepSession, takeSession } from './page-facts.ts';
import { findRefusal, type Refusal, reportRefusal } from './report-refusal.ts';
import { showFlow } from './show-flow.tsx';
import { BrokenView, describeBroken } from './views/broken-view.tsx';

const language = createLanguage();
// First of all: errors may be reported with the address.
let session = takeSession(window);
const restart = () => {
  if (session) window.location.replace(withSession(window.location, session));
  else window.location.reload();
};
if (window.visualViewport) {
  guardAgainstKeyboard({
    viewport: window.visualViewport,
    document,
    readHeight: () => window.innerHeight,
    scrollBy: (top) => window.scrollBy({ top }),
  });
}

function startPage(): void {
  const refusal = findRefusal(document) ?? refuseIfMisplaced();
  if (refusal) {
    // A notice that was opened by hand has no host to tell.
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
  if (kept?.session) {
    session = kept.session;
    keepSession(window, session);
  } else if (own?.link?.status === 'incomplete' && session) {
    // Loaded again. The service says what the link is now.
    restart();
    return;
  }
  // A document after a return continues the flow of the one before.
  const flow = own && { ...own, ...pickFlow(kept ?? own), session };
  // The browser's language, until a host names another.
  language.speak([...(own?.link?.locale ? [own.link.locale] : []), ...navigator.languages]);
  effect(() => {
    const text = language.text.value;
    document.documentElement.lang = text.languageTag;
    document.documentElement.dir = text.direction;
    const problem = isReturn ? 'no_host' : 'invalid_request';
    document.title = flow ? describePage(text, flow) : describeBroken(text, problem)[0];
    // Asking again for the address of the return would not help.
    const again = isReturn ? null : restart;
    if (!flow) render(<BrokenView text={text} problem={problem} restart={again} />, root);
  });
  if (flow) showFlow(root, { flow, kept, language, restart });
}

function describePage(text: PageText, { kind, application }: FlowData): string {
  return kind === 'manage' ? text.manage.title : text.connectTo(application.name);
}

function refuseIfMisplaced(): Refusal | undefined {
  const misplaced = findMisplaced(document, window.location.origin);
  misplaced?.show();
  return misplaced && { code: 'server_error', message: misplaced.message, retryable: false };
}

/** Of the document, or of the one before. */
function pickFlow({ flowToken, reference }: Pick<FlowData, 'flowToken' | 'reference'>) {
  return { flowToken, reference };
}

/** Starting again needs the session again. */
function withSession({ pathname, search }: Location, secret: string): string {
  return pathname + search.replace(/([?&]session=)/, `$1${encodeURIComponent(secret)}`);
}

startPage();
