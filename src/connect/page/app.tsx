import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { isComposing } from '../../kit/keys.ts';
import { isInProvider } from './flow.ts';
import { type PageContext, PageProvider, usePage } from './page-context.ts';
import { Layout } from './parts/layout.tsx';
import { QuestionDialog } from './parts/question-dialog.tsx';
import { ChallengeView } from './views/challenge-view.tsx';
import { ConsentView } from './views/consent-view.tsx';
import { DifferentAccountView, FailureView } from './views/failure-view.tsx';
import { LinkOverView, LinkView } from './views/link-view.tsx';
import { LoginView, RedirectView } from './views/login-view.tsx';
import { PopupQuestionView } from './views/popup-question-view.tsx';
import { SelectView, StartingView } from './views/select-view.tsx';
import { DeniedView, SuccessView } from './views/success-view.tsx';

/** The hosted Connect page: its layout, the current view, and the questions before leaving. */
export function App(context: PageContext) {
  const { dispatch, isExpiring, surface, text, view } = context;
  const [isAsking, setAsking] = useState(false);
  // In a frame, the host asks the user before it closes the page.
  const asksItself = surface !== 'frame';
  // Between the selection and the outcome, closing the page would lose the user's input, so the page asks first.
  const canLose = isInProvider(view);
  // In the redirect flow, leaving means Cancel, which sends the browser back to the application.
  const leave = () => dispatch(surface === 'redirect' ? 'cancel' : 'confirmExit');

  useEscape(isAsking || isExpiring, (event) => {
    if (surface === 'popup' && canLose) {
      // Without this call, the same key press would close the dialog that it opens.
      event.preventDefault();
      setAsking(true);
    } else dispatch('requestExit');
  });

  // A question that is left open when the user is back at the selection must not come back at the next provider.
  useLayoutEffect(() => {
    if (!canLose) setAsking(false);
  }, [canLose]);

  const handleClose = () => {
    if (asksItself && canLose) setAsking(true);
    else dispatch(surface === 'redirect' ? 'cancel' : 'close');
  };
  return (
    <PageProvider value={context}>
      <Layout onClose={handleClose}>
        <CurrentView />
      </Layout>
      {isAsking && !isExpiring && asksItself && canLose && (
        <QuestionDialog
          {...text.exit}
          onStay={() => setAsking(false)}
          onLeave={() => {
            // If the request fails, the user sees the problem and not the question.
            setAsking(false);
            leave();
          }}
        />
      )}
      {isExpiring && (
        <QuestionDialog
          {...text.exit}
          {...text.expiring}
          onStay={() => dispatch('keepGoing')}
          onLeave={asksItself ? leave : () => dispatch('requestExit')}
        />
      )}
    </PageProvider>
  );
}

/** Calls the handler for Escape, unless an open question or another element of the page has used the key. */
function useEscape(hasQuestion: boolean, handle: (event: KeyboardEvent) => void): void {
  // A layout effect, so that a quick second Escape does not reach the old handler.
  useLayoutEffect(() => {
    // The listener is on the window, so that elements of the page can handle Escape first.
    const handleKey = (event: KeyboardEvent) => {
      const isEscape = event.key === 'Escape' && !isComposing(event) && !event.repeat;
      if (isEscape && !event.defaultPrevented && !hasQuestion) handle(event);
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  });
}

/** In a frame, the consent stays in view for a moment, and Allow busy, until the host's modal covers the frame. */
function useGivenConsent() {
  const { surface, view } = usePage();
  const given = surface === 'frame' && view.kind === 'success' ? view.consent : null;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!given) return undefined;
    const timer = setTimeout(() => setLate(true), 1000);
    return () => clearTimeout(timer);
  }, [given]);
  return isLate ? null : given;
}

export function CurrentView() {
  const { view, visit } = usePage();
  const consent = useGivenConsent();
  if (consent) return <ConsentView {...consent} />;
  switch (view.kind) {
    case 'link':
      return <LinkView />;
    case 'starting':
      return <StartingView />;
    case 'question':
      return <PopupQuestionView {...view} />;
    case 'select':
      return <SelectView />;
    case 'login':
      return view.provider.login === 'redirect' ? (
        <RedirectView provider={view.provider} />
      ) : (
        <LoginView key={view.provider.id} provider={view.provider} />
      );
    case 'mfa':
      return <ChallengeView {...view} />;
    case 'differentAccount':
      return <DifferentAccountView />;
    case 'consent':
      return <ConsentView {...view} />;
    case 'manage':
      return visit && <visit.ManageView {...view} />;
    case 'success':
      return <SuccessView {...view} />;
    case 'denied':
      return <DeniedView />;
    case 'linkOver':
      return <LinkOverView end={view.end} />;
    case 'failed':
      return <FailureView {...view} />;
  }
}
