import { useEffect, useRef, useState } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';
import { findEdits } from '../unsaved-edits.ts';
import { SubmitButton, type SubmitButtonProps } from './form.tsx';

export interface SaveButtonProps extends Omit<SubmitButtonProps, 'kind'> {
  /** The sentence in the live region after the form was saved. As long as it is there, "Saved" is beside the button. */
  readonly saved: string;
}

/** The button that saves a form of settings. It stands out when something in its form has been edited. */
export function SaveButton({ saved, ...props }: SaveButtonProps) {
  const { status } = useDashboard();
  const actions = useRef<HTMLSpanElement>(null);
  const [isEdited, setIsEdited] = useState(false);
  // Saving changes the fields without an event, so each drawing compares them, too.
  useEffect(() => {
    const form = actions.current?.closest('form');
    if (!form) return undefined;
    const compare = () => setIsEdited(findEdits(form).size > 0);
    compare();
    form.addEventListener('input', compare);
    return () => form.removeEventListener('input', compare);
  });
  return (
    <span class="row" ref={actions}>
      <SubmitButton {...props} kind={isEdited ? 'primary' : 'quiet'} />
      {status.value?.text === saved && (
        <span class="saved" aria-hidden="true">
          Saved
        </span>
      )}
    </span>
  );
}
