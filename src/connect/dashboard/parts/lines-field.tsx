import { useEffect, useRef } from 'preact/hooks';
import { Field } from '../../../kit/field.tsx';
import { useDashboard } from '../dashboard-context.ts';
import type { TextFieldProps } from './text-field.tsx';

export type LinesFieldProps = Pick<
  TextFieldProps,
  'error' | 'hint' | 'id' | 'initial' | 'label' | 'maxLength' | 'placeholder'
>;

/** A labelled text field of several lines, with a hint and an error message. */
export function LinesField(props: LinesFieldProps) {
  const { id, label, initial, maxLength, placeholder, hint, error } = props;
  const { takeEdit } = useDashboard();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const edit = takeEdit(id);
    if (typeof edit === 'string' && area.current) area.current.value = edit;
  }, [id]);
  return (
    <Field id={id} label={label} hint={hint} error={error} isAnnounced>
      <div class="field__box">
        <textarea
          class="field__input field__input--lines"
          id={id}
          name={id}
          rows={3}
          ref={area}
          maxLength={maxLength}
          placeholder={placeholder}
          defaultValue={initial ?? ''}
          dir="auto"
          aria-invalid={error !== null}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        />
      </div>
    </Field>
  );
}
