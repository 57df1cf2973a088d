import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import type { Problem } from '../problems.ts';
import { useParties } from './use-parties.ts';

/** What a problem note shows. */
export interface ProblemNoteProps {
  readonly problem: Problem;
  /** Sends the same request again; absent where the form below is the way to do that. */
  readonly onRetry?: () => void;
  /** Whether the note takes the focus, because no field is at fault. */
  readonly takesFocus: boolean;
}

/**
 * Says what went wrong, in the place where it can be put right. While the browser is offline it
 * waits for the connection and retries by itself.
 */
export function ProblemNote({ problem, onRetry, takesFocus }: ProblemNoteProps) {
  const { text } = usePage();
  const parties = useParties();
  const note = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (takesFocus) note.current?.focus();
  }, [takesFocus, problem]);

  useEffect(() => {
    if (problem.code !== 'offline' || !onRetry) return undefined;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [problem, onRetry]);

  return (
    <div class="note note--problem" role="alert" tabIndex={-1} ref={note}>
      <p class="note__text">{text.problems[problem.code](parties)}</p>
      {problem.retryable && onRetry && (
        <button type="button" class="button button--small" onClick={onRetry}>
          {text.tryAgain}
        </button>
      )}
    </div>
  );
}
