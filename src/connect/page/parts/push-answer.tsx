import { useEffect } from 'preact/hooks';
import { LiveText } from '../../../kit/live-text.tsx';
import { fill } from '../../../texts/fill.ts';
import type { PageTexts } from '../../../texts/surfaces.ts';
import type { Challenge } from '../../shapes/flow-answers.ts';
import { formatUnit } from '../format-unit.ts';
import { usePage } from '../page-context.ts';
import type { ChallengeProps } from './challenge-props.ts';
import { ProblemNote } from './problem-note.tsx';
import { ResendButton } from './resend-button.tsx';

/** How often the page asks the provider whether the user has approved the sign-in, in milliseconds. */
const pollIntervalMs = 2500;

function describeWait({ lang, waiting }: PageTexts, { expires_in: seconds }: Challenge): string {
  if (seconds === undefined) return waiting.push;
  return fill(waiting.pushUpTo, { time: formatUnit(lang, Math.round(seconds / 60), 'minute') });
}

/** Shown while the user approves the sign-in on another device. Asks the provider for the result again and again. */
export function PushAnswer({ challenge }: ChallengeProps) {
  const { dispatch, pending, problem, text } = usePage();
  const isWaiting = problem === null && pending === null;

  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => dispatch('submitAnswer', ''), pollIntervalMs);
    return () => clearTimeout(timer);
  }, [isWaiting, dispatch]);

  return (
    <>
      <ProblemNote onRetry={() => dispatch('submitAnswer', '')} />
      <p class="push" role="status">
        {!problem && (
          <>
            <span class="spinner" aria-hidden="true" />
            <LiveText text={describeWait(text, challenge)} />
          </>
        )}
      </p>
      {challenge.can_resend && (
        <div class="terms">
          <ResendButton />
        </div>
      )}
      <div class="form__end">
        <button type="button" class="button button--quiet" onClick={() => dispatch('goBack')}>
          {text.challenge.pushCancel}
        </button>
      </div>
    </>
  );
}
