import { useEffect } from 'preact/hooks';
import { LiveText } from '../../../kit/live-text.tsx';
import { fill } from '../../../texts/fill.ts';
import type { PageTexts } from '../../../texts/surfaces.ts';
import type { Challenge } from '../../shapes/flow-answers.ts';
import { formatUnit } from '../format-unit.ts';
import { usePage } from '../page-context.ts';
import { ChallengeFrame, type KnownChallengeProps } from '../parts/challenge-frame.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { ResendButton } from '../parts/resend-button.tsx';

/** How often the page asks the provider whether the user has approved the sign-in, in milliseconds. */
const pollIntervalMs = 2500;

function describeWait({ lang, waiting }: PageTexts, { expires_in: seconds }: Challenge): string {
  if (seconds === undefined) return waiting.push;
  return fill(waiting.pushUpTo, { time: formatUnit(lang, Math.round(seconds / 60), 'minute') });
}

/** Shown while the user approves the sign-in on another device. Asks the provider for the result again and again. */
export function PushView({ provider, challenge }: KnownChallengeProps) {
  const { store, text } = usePage();
  const problem = store.problem.value;
  const isWaiting = problem === null && store.pending.value === null;

  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => store.submitAnswer(''), pollIntervalMs);
    return () => clearTimeout(timer);
  }, [isWaiting, store]);

  return (
    <ChallengeFrame
      provider={provider}
      challenge={challenge}
      title={text.challenge.pushTitle}
      texts={{ lead: text.challenge.pushLead, sent: text.challenge.pushSent }}
      takesFocus
    >
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
    </ChallengeFrame>
  );
}
