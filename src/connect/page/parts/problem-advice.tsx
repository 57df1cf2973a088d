import { LiveText } from '../../../kit/live-text.tsx';
import { fill, fillCount } from '../../../texts/fill.ts';
import { formatUnit } from '../format-unit.ts';
import { usePage, useParties } from '../page-context.ts';
import type { Problem } from '../problems.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** The remaining seconds at which screen readers announce the wait. */
const announcedAt = [0, 10, 30, 60, 300];
/** The longest wait that is shown in seconds. Longer waits are shown in minutes. */
const maxShownSeconds = 90;

/**
 * Gives advice on a problem in a live region: how many tries are left, or how long to wait if the service has set a
 * wait. Screen readers would read each second that counts down, so those seconds are hidden from them.
 */
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
