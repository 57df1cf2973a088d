import { LiveText } from '../../../kit/live-text.tsx';
import { fill } from '../../../texts/fill.ts';
import { usePage } from '../page-context.ts';

/**
 * The text is above the buttons and does not move them, because a pointer that jumps would miss a moved button. The
 * label is null when no press is needed.
 */
export function PressAgain({ label }: { readonly label: string | null }) {
  const { text } = usePage();
  return (
    <p class="press-again" role="status">
      {label !== null && <LiveText text={fill(text.pressAgain, { button: label })} />}
    </p>
  );
}
