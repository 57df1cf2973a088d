import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePage } from '../page-context.ts';

/** The effects of the answers. */
export interface ExitQuestionProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/**
 * Asks before a popup is closed after the selection. In a frame, the host's modal asks.
 * The browser keeps the focus inside, and returns it to the element that had it.
 */
export function ExitQuestion({ onStay, onLeave }: ExitQuestionProps) {
  const { text } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);

  return (
    <dialog
      class="question"
      role="alertdialog"
      aria-labelledby="exit-title"
      aria-describedby="exit-advice"
      ref={dialog}
      // Escape, and the back gesture of a phone.
      onCancel={onStay}
    >
      <h2 class="view__title" id="exit-title">
        {text.exit.title}
      </h2>
      <p class="view__lead" id="exit-advice">
        {text.exit.advice}
      </p>
      <button type="button" class="button button--primary" onClick={onStay}>
        {text.exit.stay}
      </button>
      <button type="button" class="button button--small" onClick={onLeave}>
        {text.exit.leave}
      </button>
    </dialog>
  );
}
