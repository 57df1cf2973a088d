import { useEffect, useState } from 'preact/hooks';
import { fill } from '../../../texts/fill.ts';
import { LiveText } from '../../design/live-text.tsx';
import { usePage } from '../page-context.ts';
import { useParties } from './use-parties.ts';

/** The first note appears after this time, in milliseconds. */
export const firstNoteMs = 1000;
/** The second note appears after this time, in milliseconds. */
export const secondNoteMs = 3000;

/**
 * Names the awaited request in a polite live region, and only when it is slow. The region is always in the
 * document, because some screen readers ignore a live region that appears together with its text.
 */
export function WaitingNote() {
  const { store, text } = usePage();
  const { provider } = useParties();
  const [stage, setStage] = useState(0);
  const task = store.pending.value;

  useEffect(() => {
    setStage(0);
    if (!task) return undefined;
    const timers = [firstNoteMs, secondNoteMs].map((delayMs, index) =>
      setTimeout(() => setStage(index + 1), delayMs),
    );
    return () => timers.forEach(clearTimeout);
  }, [task]);

  const isLong = stage === 2;
  return (
    <p class="waiting" role="status">
      {task && stage > 0 && (
        <LiveText
          text={isLong ? fill(text.waiting.stillWorking, { provider }) : text.waiting[task]}
        />
      )}
    </p>
  );
}
