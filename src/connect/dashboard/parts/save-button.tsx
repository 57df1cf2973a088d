import { useEffect, useRef, useState } from 'preact/hooks';
import { findEdits } from '../unsaved-edits.ts';
import { SubmitButton, type SubmitButtonProps } from './form.tsx';

/** The button that saves a form of settings. It stands out when something in its form has been edited. */
export function SaveButton(props: Omit<SubmitButtonProps, 'kind'>) {
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
    <span ref={actions}>
      <SubmitButton {...props} kind={isEdited ? 'primary' : 'quiet'} />
    </span>
  );
}
