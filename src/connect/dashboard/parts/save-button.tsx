import { useEffect, useRef, useState } from 'preact/hooks';
import { findEdits } from '../unsaved-edits.ts';
import { SubmitButton, type SubmitButtonProps } from './submit-button.tsx';

/** The button that saves a form of settings. It stands out when something in its form has been edited. */
export function SaveButton(props: Omit<SubmitButtonProps, 'kind'>) {
  const actions = useRef<HTMLSpanElement>(null);
  const [isEdited, setIsEdited] = useState(false);
  // Saving changes the fields without an event, so this also looks after each drawing.
  useEffect(() => {
    const form = actions.current?.closest('form');
    if (!form) return undefined;
    const look = () => setIsEdited(findEdits(form).size > 0);
    look();
    form.addEventListener('input', look);
    return () => form.removeEventListener('input', look);
  });
  return (
    <span ref={actions}>
      <SubmitButton {...props} kind={isEdited ? 'primary' : 'quiet'} />
    </span>
  );
}
