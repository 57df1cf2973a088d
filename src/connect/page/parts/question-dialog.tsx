import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';

export interface QuestionDialogProps {
  readonly title: string;
  readonly advice: string;
  /** The label of the answer that changes nothing. Its button has the focus at first. */
  readonly stay: string;
  readonly leave: string;
  /** True when the answer `leave` ends something for good. */
  readonly isEnding?: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** The browser keeps the focus inside the dialog, and then returns it to the previous element. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { title, advice, stay, leave, isEnding, onStay, onLeave } = props;
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
      aria-labelledby="question-title"
      aria-describedby="question-advice"
      ref={dialog}
      // The browser sends `cancel` for Escape, and for the back gesture of a phone.
      onCancel={onStay}
    >
      <h2 class="view__title" id="question-title">
        {title}
      </h2>
      <p class="view__lead" id="question-advice">
        {advice}
      </p>
      <div class="choices">
        <Button look={isEnding ? 'quiet' : 'primary'} onClick={onStay}>
          {stay}
        </Button>
        <Button look={isEnding ? 'danger' : 'quiet'} onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </dialog>
  );
}
