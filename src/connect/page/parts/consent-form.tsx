import type { TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { LiveText } from '../../../kit/live-text.tsx';
import { fill } from '../../../texts/fill.ts';
import type { Decision } from '../../shapes/unions.ts';
import type { ShownConsent } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { type GuardedButton, useConsentGuards } from './use-consent-guards.ts';

/** The form of the consent screen, with the buttons Deny and Allow, which look alike. */
export function ConsentForm({ shown }: { readonly shown: ShownConsent }) {
  const { dispatch, text } = usePage();
  const buttons = useRef<HTMLDivElement>(null);
  const guarded = useConsentGuards(buttons);

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    dispatch('decide', readDecision(event.submitter), shown);
  };

  return (
    <form class="form form--decision" onSubmit={submit}>
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
  const { pending } = usePage();
  // Only a click is guarded. A retry after a problem sends the decision without a click, so the guard does not stop it.
  const check = (event: Event) => {
    if (!guard.press()) event.preventDefault();
  };
  return (
    <button
      type="submit"
      value={decision}
      class="button button--choice"
      // The button has no `disabled`, because a disabled button loses the focus.
      aria-disabled={isWaiting || pending !== null}
      onClick={check}
    >
      {pending === decision && <span class="spinner" aria-hidden="true" />}
      <span>{label}</span>
    </button>
  );
}

/** @returns the label of the button that the user must press again; null when no press is needed */
function findAsking(
  guarded: Readonly<Record<Decision, GuardedButton>>,
  labels: Readonly<Record<Decision, string>>,
): string | null {
  if (guarded.allow.asksAgain) return labels.allow;
  return guarded.deny.asksAgain ? labels.deny : null;
}

/** Reads the decision from the button that submitted the form. Everything except Allow counts as Deny. */
function readDecision(submitter: HTMLElement | null): Decision {
  return submitter instanceof HTMLButtonElement && submitter.value === 'allow' ? 'allow' : 'deny';
}

/**
 * The text is above the buttons and does not move them, because a pointer that jumps would miss a moved button. The
 * label is null when no press is needed.
 */
export function PressAgain({ label }: { readonly label: string | null }) {
  const { text } = usePage();
  return (
    <p class="press-again" role="status">
      {label !== null && <LiveText text={fill(text.pressAgain, { button: label })} />}
    </p>
  );
}
