import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { ProblemNote } from './problem-note.tsx';
import { useConsentGuard } from './use-consent-guard.ts';

type Decision = 'allow' | 'deny';

/**
 * Allow and Deny, of equal weight. Embedded, the decision is a request of the page; in the redirect
 * flow the browser itself posts the form, because the answer is the redirect back.
 */
export function ConsentForm() {
  const { store, text, flowToken } = usePage();
  const buttons = useRef<HTMLDivElement>(null);
  const { guard, isWaiting } = useConsentGuard(buttons);
  const { isSubmitted, markSubmitted } = useSubmitted();
  const [decision, setDecision] = useState<Decision>('deny');
  const problem = store.problem.value;
  const isInert = isWaiting || isSubmitted || store.pending.value !== null;

  const decide = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    const isRefused = !guard.isArmed() || isSubmitted || store.pending.value !== null;
    if (flowToken === null || isRefused) event.preventDefault();
    if (isRefused) return;
    if (flowToken !== null) return markSubmitted();
    const made = readDecision(event.submitter);
    setDecision(made);
    void store.decide(made);
  };

  return (
    <form
      class="form form--decision"
      method="post"
      action="/connect/flow/consent"
      onSubmit={decide}
    >
      {flowToken !== null && <input type="hidden" name="flow_token" value={flowToken} />}
      {problem && (
        <ProblemNote problem={problem} takesFocus onRetry={() => void store.decide(decision)} />
      )}
      <div class="choices" ref={buttons}>
        <ChoiceButton decision="deny" label={text.consent.deny} isInert={isInert} />
        <ChoiceButton decision="allow" label={text.consent.allow} isInert={isInert} />
      </div>
    </form>
  );
}

function ChoiceButton(props: { decision: Decision; label: string; isInert: boolean }) {
  const { store } = usePage();
  const isPending = store.pending.value === props.decision;
  return (
    <button
      type="submit"
      name="decision"
      value={props.decision}
      class="button button--choice"
      // Not `disabled`: that would drop the focus and, once submitted, the button's own value.
      aria-disabled={props.isInert}
    >
      {isPending && <span class="spinner" aria-hidden="true" />}
      <span>{props.label}</span>
    </button>
  );
}

/** Whatever is not plainly Allow is Deny. */
function readDecision(submitter: HTMLElement | null): Decision {
  return submitter instanceof HTMLButtonElement && submitter.value === 'allow' ? 'allow' : 'deny';
}

/** Whether the browser is posting the form; forgotten when the user comes back to the page. */
function useSubmitted() {
  const [isSubmitted, setIsSubmitted] = useState(false);
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => {
      if (event.persisted) setIsSubmitted(false);
    };
    window.addEventListener('pageshow', handleShow);
    return () => window.removeEventListener('pageshow', handleShow);
  }, []);
  return { isSubmitted, markSubmitted: () => setIsSubmitted(true) };
}
