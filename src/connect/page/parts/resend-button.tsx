import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { LiveText } from '../../../kit/live-text.tsx';
import { fill } from '../../../texts/fill.ts';
import { usePage } from '../page-context.ts';
import { startWait, type Wait } from '../problems.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** The seconds before the user can request another code, because the first may still be on its way. */
const resendWaitSeconds = 30;

/** At first the button counts down a wait, but not after a wrong code, because the latest code may not have arrived. */
export function ResendButton() {
  const { dispatch, pending, problem, text } = usePage();
  const [stage, setStage] = useState<'idle' | 'asked' | 'sent'>('idle');
  const [wait, setWait] = useState<Wait | undefined>(() => startWait(resendWaitSeconds));
  const secondsLeft = useSecondsLeft(wait);
  const isPending = pending === 'resend';
  const isWrong = problem?.code === 'invalid_one_time_code';

  useEffect(() => {
    if (isPending) setStage('asked');
    if (stage !== 'asked' || isPending) return;
    const isSent = problem === null;
    setStage(isSent ? 'sent' : 'idle');
    if (isSent) setWait(startWait(resendWaitSeconds));
  }, [stage, isPending]);

  // A layout effect ends the wait before the next paint. Otherwise it would be shown beside the error for a moment.
  useLayoutEffect(() => {
    if (isWrong) setWait(undefined);
  }, [isWrong, problem]);

  const isBlocked = isPending || secondsLeft > 0;
  const resend = () => {
    if (isBlocked || (pending && pending !== 'push')) return;
    dispatch('resend');
  };
  return (
    <>
      <div class="resend row">
        <button
          type="button"
          class="quiet-button"
          onClick={resend}
          aria-disabled={isBlocked}
          aria-describedby={secondsLeft > 0 ? 'resend-wait' : undefined}
        >
          {text.challenge.resend}
        </button>
        {/* Screen readers do not announce each second, but read the wait with the focused button. */}
        {secondsLeft > 0 && (
          <span id="resend-wait">
            <LiveText text={fill(text.challenge.resendIn, { seconds: `${secondsLeft}` })} />
          </span>
        )}
      </div>
      <p class="resend" role="status">
        {stage === 'sent' && <LiveText text={text.challenge.resent} />}
      </p>
    </>
  );
}
