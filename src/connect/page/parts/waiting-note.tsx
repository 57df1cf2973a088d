import { LiveText } from '../../../kit/live-text.tsx';
import { usePatience } from '../../../kit/patience.ts';
import { fill } from '../../../texts/fill.ts';
import { usePage, useParties } from '../page-context.ts';

/**
 * Says what the page is waiting for, in a polite live region, and only when the wait is long. The region is always in
 * the document, because some screen readers ignore a live region that appears together with its text.
 */
export function WaitingNote() {
  const { pending, text } = usePage();
  // While the user approves on another device, the step itself says so. The page asks for the result again and again.
  const task = pending === 'push' ? null : pending;
  const { provider } = useParties();
  const level = usePatience(task ?? false);
  return (
    <p class="waiting" role="status">
      {task && level > 0 && (
        <LiveText
          text={level > 1 ? fill(text.waiting.stillWorking, { provider }) : text.waiting[task]}
        />
      )}
    </p>
  );
}
