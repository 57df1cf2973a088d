import { usePage } from '../page-context.ts';

/**
 * Asks for another press of a button. It stands above the buttons, which stay where they are: a pointer that
 * jumps would miss a button that moves.
 *
 * @param label - of the button; null: nothing to ask
 */
export function PressAgain({ label }: { readonly label: string | null }) {
  const { text } = usePage();
  return (
    <p class="press-again" role="status">
      {label === null ? '' : text.pressAgain(label)}
    </p>
  );
}
