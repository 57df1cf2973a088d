import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { copyText } from '../../../kit/copy-text.ts';
import { LiveText } from '../../../kit/live-text.tsx';
import { UnbrokenText } from '../../../kit/unbroken-text.tsx';
import { fill, fillCount } from '../../../texts/fill.ts';
import { formatReference } from '../../shapes/reference.ts';
import { isInProvider } from '../flow.ts';
import { formatUnit } from '../format-unit.ts';
import { type PageContext, usePage, useParties } from '../page-context.ts';
import { isDrawnQuietly, type Problem } from '../problems.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

export interface ProblemNoteProps {
  /** Default: the problem of the last request. Null when there is none, or another element shows it. */
  readonly problem?: Problem | null;
  /** Repeats the request. Undefined when the same request would be refused again. */
  readonly onRetry?: (() => void) | undefined;
  /** True when the button of the form below repeats the request, so that the note needs no button. Default: false. */
  readonly isRepeatedBelow?: boolean;
  /** False when a field has to be corrected, which takes the focus instead. Default: true. */
  readonly takesFocus?: boolean;
}

export function ProblemNote(props: ProblemNoteProps) {
  const page = usePage();
  const { problem = page.problem } = props;
  return problem && <ShownProblem {...props} problem={problem} />;
}

/** While the browser is offline, the note waits for the connection and then sends the request again. */
function ShownProblem(props: ProblemNoteProps & { readonly problem: Problem }) {
  const { problem, onRetry, isRepeatedBelow = false, takesFocus = true } = props;
  const page = usePage();
  const { text, visit } = page;
  const parties = useParties();
  const isWaiting = useSecondsLeft(problem.wait) > 0;
  const note = useRef<HTMLParagraphElement>(null);
  const otherRetry = findRetry(page);
  const retry = otherRetry ?? onRetry;
  const hasButton = retry && problem.retryable && (otherRetry || !isRepeatedBelow);

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
    <div class={isDrawnQuietly(problem) ? 'note' : 'note note--problem'}>
      {/* The live region excludes the buttons, whose names are not part of the problem. */}
      <p class="note__text" role="alert" tabIndex={-1} ref={note}>
        <strong class="note__title" key={title}>
          <UnbrokenText text={title} />
        </strong>{' '}
        <ProblemAdvice problem={problem} />
      </p>
      {hasButton && (
        <Button look="small" isInert={isWaiting} onClick={retry}>
          {text.retry}
        </Button>
      )}
      {/* No reference offline, because the service does not know the problem, nor without an application. */}
      {problem.code !== 'offline' && visit === null && <Reference />}
    </div>
  );
}

/** Finds the action for "Try again" after a failed Back, Cancel or resend, which the step's own form cannot repeat. */
function findRetry({ dispatch, failedTask, view }: PageContext): (() => void) | undefined {
  if (failedTask === 'resend') return () => dispatch('resend');
  if (failedTask === 'back' && isInProvider(view)) return () => dispatch('goBack');
  // On the consent screen, the form itself repeats a failed Deny.
  if (failedTask === 'deny' && view.kind !== 'consent') return () => dispatch('cancel');
  return undefined;
}

/** The remaining seconds at which screen readers announce the wait. */
const announcedAt = [0, 10, 30, 60, 300];
/** The longest wait that is shown in seconds. Longer waits are shown in minutes. */
const maxShownSeconds = 90;

/** The tries that are left, or the time to wait. Screen readers would read each second, so the countdown is hidden. */
export function ProblemAdvice({ problem }: { readonly problem: Problem }) {
  const { text } = usePage();
  const parties = useParties();
  const left = useSecondsLeft(problem.wait);
  const { code, triesLeft, wait } = problem;
  const advice = fill(text.notices[code].advice, parties);
  if (!wait) {
    const left = triesLeft ? ` ${fillCount(text.tries.left, { count: triesLeft }, text.lang)}` : '';
    return <LiveText text={advice + left} />;
  }
  const say = (seconds: number) =>
    seconds === 0
      ? text.tries.now
      : fill(text.tries.again, { time: writeTime(text.lang, seconds) });
  const announced = announcedAt.find((seconds) => seconds >= left) ?? wait.seconds;
  return (
    <>
      <span aria-hidden="true">
        <LiveText text={say(left)} />
      </span>
      <span class="visually-hidden">
        <LiveText text={say(Math.min(announced, wait.seconds))} />
      </span>
    </>
  );
}

function writeTime(lang: string, seconds: number): string {
  return seconds <= maxShownSeconds
    ? formatUnit(lang, seconds, 'second')
    : formatUnit(lang, Math.ceil(seconds / 60), 'minute');
}

export function Reference() {
  const { reference, text } = usePage();
  const value = formatReference(reference);
  const code = useRef<HTMLElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (await copyText(value)) setIsCopied(true);
    // If copying fails, the text is selected, so that the user can copy it.
    else if (code.current) window.getSelection()?.selectAllChildren(code.current);
  };
  return (
    <p class="reference row">
      <span>{text.reference}</span>
      <code dir="ltr" translate={false} ref={code}>
        {value}
      </code>
      <button type="button" class="quiet-button" onClick={() => void copy()}>
        <span aria-live="polite">
          <LiveText text={isCopied ? text.copied : text.copy} />
        </span>
      </button>
    </p>
  );
}
