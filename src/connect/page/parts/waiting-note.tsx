import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { useParties } from './use-parties.ts';

/** When waiting is put into words. */
export const firstNoteMs = 1000;
/** When the page says that it is still at it. */
export const secondNoteMs = 3000;

/**
 * Says what the page waits for, politely and only when it takes long. The region is always in the
 * document: a live region that appears together with its text is not announced everywhere.
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
      {task && stage > 0 && !isLong && text.waiting[task]}
      {task && isLong && text.waiting.stillWorking(provider)}
    </p>
  );
}
