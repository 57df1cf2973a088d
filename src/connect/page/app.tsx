import { useLayoutEffect, useState } from 'preact/hooks';
import { isComposing } from '../../kit/is-composing.ts';
import { isInProvider } from './flow.ts';
import { type PageContext, PageProvider, usePage } from './page-context.ts';
import { ExitQuestion, ExpiryQuestion } from './parts/exit-question.tsx';
import { Layout } from './parts/layout.tsx';
import { ChallengeView } from './views/challenge-view.tsx';
import { ConsentView } from './views/consent-view.tsx';
import { DifferentAccountView } from './views/different-account-view.tsx';
import { FailureView } from './views/failure-view.tsx';
import { LinkOverView } from './views/link-over-view.tsx';
import { LinkView } from './views/link-view.tsx';
import { PopupQuestionView } from './views/popup-question-view.tsx';
import { ProviderLoginView } from './views/provider-login-view.tsx';
import { SelectView } from './views/select-view.tsx';
import { StartingView } from './views/starting-view.tsx';
import { DeniedView, SuccessView } from './views/success-view.tsx';

export interface AppProps {
  readonly context: PageContext;
  /** Called with the content's height, in CSS pixels, for each new view and each new width of the window. */
  readonly onHeight: (height: number) => void;
  /**
   * Called for Escape when no element of the page has used the key, and the page itself need not ask before leaving.
   */
  readonly onEscape: () => void;
}

/** The hosted Connect page: its layout, the current view, and the questions before leaving. */
export function App({ context, onHeight, onEscape }: AppProps) {
  const { store, surface, close } = context;
  // In the redirect flow, leaving means Cancel, which sends the browser back to the application.
  const leave = surface === 'redirect' ? store.cancel : context.leave;
  const [isAsking, setAsking] = useState(false);
  // Between the selection and the outcome, closing the page would lose the user's input, so the page asks first.
  const canLose = isInProvider(store.view.value);
  const isExpiring = store.isExpiring.value;
  const hasQuestion = isAsking || isExpiring;

  // A layout effect sets the handler before the next paint. Otherwise a quick second Escape would reach the old
  // handler.
  useLayoutEffect(() => {
    // The listener is on the window, so that elements of the page can handle Escape first.
    const handleKey = (event: KeyboardEvent) => {
      const isEscape = event.key === 'Escape' && !isComposing(event) && !event.repeat;
      // A question handles Escape itself.
      if (!isEscape || event.defaultPrevented || hasQuestion) return;
      if (context.leave && canLose) {
        // Without this call, the same key press would close the dialog that it opens.
        event.preventDefault();
        setAsking(true);
      } else onEscape();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [onEscape, context.leave, canLose, hasQuestion]);

  // A question that is left open when the user is back at the selection must not come back at the next provider.
  useLayoutEffect(() => {
    if (!canLose) setAsking(false);
  }, [canLose]);

  const handleClose = () => {
    if (leave && canLose) setAsking(true);
    else if (surface === 'redirect') store.cancel();
    else close?.();
  };
  return (
    <PageProvider value={context}>
      <Layout onHeight={onHeight} onClose={handleClose}>
        <CurrentView />
      </Layout>
      {isAsking && leave && canLose && (
        <ExitQuestion
          onStay={() => setAsking(false)}
          onLeave={() => {
            // If the request fails, the user sees the problem and not the question.
            setAsking(false);
            leave();
          }}
        />
      )}
      {isExpiring && <ExpiryQuestion onLeave={leave ?? onEscape} />}
    </PageProvider>
  );
}

function CurrentView() {
  const { store, visit } = usePage();
  const view = store.view.value;
  switch (view.kind) {
    case 'link':
      return <LinkView />;
    case 'starting':
      return <StartingView />;
    case 'question':
      return <PopupQuestionView question={view.question} />;
    case 'select':
      return <SelectView />;
    case 'login':
      return <ProviderLoginView provider={view.provider} />;
    case 'mfa':
      return <ChallengeView provider={view.provider} challenge={view.challenge} />;
    case 'differentAccount':
      return <DifferentAccountView />;
    case 'consent':
      return <ConsentView {...view} />;
    case 'manage':
      return visit && <visit.ManageView {...view} />;
    case 'success':
      return <SuccessView connected={view.connected} />;
    case 'denied':
      return <DeniedView />;
    case 'linkOver':
      return <LinkOverView end={view.end} />;
    case 'failed':
      return <FailureView problem={view.problem} />;
  }
}
