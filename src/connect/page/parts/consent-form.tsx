import type { TargetedSubmitEvent } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Decision } from '../../shapes/unions.ts';
import type { ShownConsent } from '../flow.ts';
import { seemsOffline } from '../flow-client.ts';
import { usePage } from '../page-context.ts';
import { PressAgain } from './press-again.tsx';
import { ProblemNote } from './problem-note.tsx';
import { type GuardedButton, useConsentGuards } from './use-consent-guards.ts';

/**
 * Allow and Deny, of equal weight. In the embedded flow, the page sends the decision. In the redirect flow,
 * the browser posts the form, because the answer is the redirect back.
 */
export function ConsentForm({ shown }: { readonly shown: ShownConsent }) {
  const { store, text, flowToken } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const guarded = useConsentGuards(buttons);
  const [decision, setDecision] = useState<Decision>('deny');
  const problem = store.problem.value;
  useReturn(store.abort);

  const decide = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    const isRefused = store.pending.peek() !== null;
    // Offline, the browser would replace this page by an error page. "Try again" leaves nevertheless, because
    // the browser may be wrong about the network.
    const isHeld = problem?.code !== 'offline' && seemsOffline();
    if (flowToken === null || isRefused || isHeld) event.preventDefault();
    if (isRefused) return;
    const made = readDecision(event.submitter);
    setDecision(made);
    if (flowToken === null) store.decide(made, shown);
    else store.awaitRedirect(made, isHeld);
  };
  // Submitted by its button: the form sends the value of the button that was pressed.
  const retry = useCallback(() => {
    const button = form.current?.querySelector<HTMLButtonElement>(`[value=${decision}]`);
    form.current?.requestSubmit(button);
  }, [decision]);

  return (
    <form
      class="form form--decision"
      method="post"
      action="/connect/flow/consent"
      onSubmit={decide}
      ref={form}
    >
      {flowToken !== null && (
        <>
          <input type="hidden" name="flow_token" value={flowToken} />
          <input type="hidden" name="locale" value={shown.locale} />
          <input type="hidden" name="text" value={shown.text} />
        </>
      )}
      {problem && <ProblemNote problem={problem} takesFocus onRetry={retry} />}
      <PressAgain label={findAsking(guarded, text.consent)} />
      <div class="choices" ref={buttons}>
        <ChoiceButton decision="deny" label={text.consent.deny} {...guarded.deny} />
        <ChoiceButton decision="allow" label={text.consent.allow} {...guarded.allow} />
      </div>
    </form>
  );
}

interface ChoiceProps extends GuardedButton {
  readonly decision: Decision;
  readonly label: string;
}

function ChoiceButton({ decision, label, guard, isWaiting }: ChoiceProps) {
  const { store } = usePage();
  const pending = store.pending.value;
  // The click is refused, not the submission: a retry submits without a click, and may come by itself.
  const check = (event: Event) => {
    if (!guard.press()) event.preventDefault();
  };
  return (
    <button
      type="submit"
      name="decision"
      value={decision}
      class="button button--choice"
      // Not `disabled`: that would drop the focus and the button's submitted value.
      aria-disabled={isWaiting || pending !== null}
      onClick={check}
    >
      {pending === decision && <span class="spinner" aria-hidden="true" />}
      <span>{label}</span>
    </button>
  );
}

/** @returns the label of the button that has to be pressed again, if any */
function findAsking(
  guarded: Readonly<Record<Decision, GuardedButton>>,
  labels: Readonly<Record<Decision, string>>,
): string | null {
  if (guarded.allow.asksAgain) return labels.allow;
  return guarded.deny.asksAgain ? labels.deny : null;
}

/** Everything except Allow counts as Deny. */
function readDecision(submitter: HTMLElement | null): Decision {
  return submitter instanceof HTMLButtonElement && submitter.value === 'allow' ? 'allow' : 'deny';
}

/**
 * Makes the form usable again when the browser's Back shows it from the back-forward cache.
 *
 * @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-pagetransitionevent-persisted
 */
function useReturn(handleReturn: () => void): void {
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => {
      if (event.persisted) handleReturn();
    };
    window.addEventListener('pageshow', handleShow);
    return () => window.removeEventListener('pageshow', handleShow);
  }, [handleReturn]);
}
