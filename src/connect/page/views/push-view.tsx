import { useEffect, useRef } from 'preact/hooks';
import { LiveText } from '../../../kit/live-text.tsx';
import { fill } from '../../../texts/fill.ts';
import type { PageTexts } from '../../../texts/surfaces.ts';
import type { Challenge, SelectedProvider } from '../../shapes/flow-answers.ts';
import { formatUnit } from '../format-unit.ts';
import { usePage } from '../page-context.ts';
import { ChallengeLead } from '../parts/challenge-lead.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { ResendButton } from '../parts/resend-button.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** How often the page asks the provider whether the user has approved the sign-in, in milliseconds. */
const pollIntervalMs = 2500;

export interface PushViewProps {
  readonly provider: SelectedProvider;
  readonly challenge: Challenge;
}

function describeWait({ lang, waiting }: PageTexts, { expires_in: seconds }: Challenge): string {
  if (seconds === undefined) return waiting.push;
  return fill(waiting.pushUpTo, { time: formatUnit(lang, Math.round(seconds / 60), 'minute') });
}

/** Shown while the user approves the sign-in on another device. Asks the provider for the result again and again. */
export function PushView({ provider, challenge }: PushViewProps) {
  const { store, text } = usePage();
  const title = useRef<HTMLHeadingElement>(null);
  const problem = store.problem.value;
  const isWaiting = problem === null && store.pending.value === null;
  useShownFocus(title);

  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => store.submitAnswer(''), pollIntervalMs);
    return () => clearTimeout(timer);
  }, [isWaiting, store]);

  return (
    <section class="view" aria-labelledby="view-title">
      <h1 class="view__title" id="view-title" tabIndex={-1} ref={title}>
        {challenge.title ? <bdi>{challenge.title}</bdi> : text.challenge.pushTitle}
      </h1>
      <p class="view__lead">
        <ChallengeLead
          provider={provider}
          challenge={challenge}
          texts={{ lead: text.challenge.pushLead, sent: text.challenge.pushSent }}
        />
      </p>
      {problem && (
        <ProblemNote problem={problem} takesFocus onRetry={() => store.submitAnswer('')} />
      )}
      <p class="push" role="status">
        {!problem && (
          <>
            <span class="spinner" aria-hidden="true" />
            <LiveText text={describeWait(text, challenge)} />
          </>
        )}
      </p>
      {challenge.can_resend && <ResendButton />}
      <div class="form__end">
        <button type="button" class="button button--quiet" onClick={() => store.goBack()}>
          {text.challenge.pushCancel}
        </button>
      </div>
    </section>
  );
}
