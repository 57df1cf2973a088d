import { useEffect, useRef } from 'preact/hooks';
import { UnbrokenText } from '../../../kit/unbroken-text.tsx';
import { fill } from '../../../texts/fill.ts';
import { formatReference } from '../../shapes/reference.ts';
import { usePage } from '../page-context.ts';
import { isDrawnQuietly, type Problem } from '../problems.ts';
import type { FlowStore } from '../store.ts';
import { ProblemAdvice } from './problem-advice.tsx';
import { Reference } from './reference.tsx';
import { useParties } from './use-parties.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

export interface ProblemNoteProps {
  readonly problem: Problem;
  /** Repeats the request. Undefined when the user repeats it with the form below the note. */
  readonly onRetry?: (() => void) | undefined;
  /** Whether the note takes the focus, because no field has to be corrected. */
  readonly takesFocus: boolean;
}

/**
 * Shows a problem of the last request beside the form that solves it. While the browser is offline, the note waits for
 * the connection and then sends the request again.
 */
export function ProblemNote({ problem, onRetry, takesFocus }: ProblemNoteProps) {
  const { store, text, surface, close, reference, visit } = usePage();
  const parties = useParties();
  const isWaiting = useSecondsLeft(problem.wait) > 0;
  const note = useRef<HTMLParagraphElement>(null);
  const retry = findRetry(store) ?? onRetry;

  useEffect(() => {
    if (takesFocus) note.current?.focus();
  }, [takesFocus, problem]);

  useEffect(() => {
    if (problem.code !== 'offline' || !retry) return undefined;
    const handleOnline = () => retry();
    window.addEventListener('online', handleOnline);
    return () => window.removeEventListener('online', handleOnline);
  }, [problem, retry]);

  const title = fill(text.notices[problem.code].title, parties);
  return (
    <div class={`note note--${isDrawnQuietly(problem) ? 'calm' : 'problem'}`}>
      {/* The live region excludes the buttons, whose names are not part of the problem. */}
      <p class="note__text" role="alert" tabIndex={-1} ref={note}>
        <strong class="note__title" key={title}>
          <UnbrokenText text={title} />
        </strong>{' '}
        <ProblemAdvice problem={problem} />
      </p>
      {problem.retryable && retry && (
        <div class="note__actions">
          <button
            type="button"
            class="button button--small"
            aria-disabled={isWaiting}
            onClick={() => !isWaiting && retry()}
          >
            {text.retry}
          </button>
          {/* Outside a frame, the page's header has a cross instead. */}
          {close && surface === 'frame' && (
            <button type="button" class="button button--small" onClick={close}>
              {text.close}
            </button>
          )}
        </div>
      )}
      {/* The reference for support is of no use while the browser is offline, because the service does not know the
          problem. At `/manage` there is no reference, because that page belongs to no application. */}
      {problem.code !== 'offline' && visit === null && (
        <Reference value={formatReference(reference)} />
      )}
    </div>
  );
}

/**
 * Finds the action for "Try again". Back and Cancel work on every step. If one of them has failed, "Try again" repeats
 * it instead of the step's own request.
 */
function findRetry({ failedTask, view, goBack, cancel }: FlowStore): (() => void) | undefined {
  if (failedTask.value === 'back') return goBack;
  // On the consent screen, the form itself repeats a failed Deny.
  return failedTask.value === 'deny' && view.value.kind !== 'consent' ? cancel : undefined;
}
