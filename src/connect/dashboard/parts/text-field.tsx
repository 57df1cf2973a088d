import type { ComponentChildren, RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { Field, FieldInput } from '../../../kit/field.tsx';
import { useDashboard } from '../dashboard-context.ts';

export interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'url' | 'number';
  readonly autoComplete?: 'current-password' | 'off';
  readonly placeholder?: string | undefined;
  /** The maximum length of the text in UTF-16 code units. */
  readonly maxLength: number;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly initial?: string;
  readonly isOptional?: boolean;
  /** A text below the label that says what to type. */
  readonly hint?: string | undefined;
  /** An error message about the typed text, or null. */
  readonly error: string | null;
  /** A button next to the field. */
  readonly children?: ComponentChildren;
}

const inputModes = { text: 'text', url: 'url', number: 'numeric' } as const;

/** A labelled text field of one line, with a hint and an error message. */
export function TextField(props: TextFieldProps) {
  const { id, label, type = 'text', inputRef, hint, error, children } = props;
  const { takeEdit } = useDashboard();
  const isPassword = type === 'password';
  useEffect(() => {
    const edit = takeEdit(id);
    if (typeof edit === 'string' && inputRef.current) inputRef.current.value = edit;
  }, [id]);
  const attributes = {
    inputMode: isPassword ? undefined : inputModes[type],
    autocomplete: props.autoComplete ?? 'off',
    maxLength: props.maxLength,
    placeholder: props.placeholder,
    defaultValue: props.initial ?? '',
    required: !props.isOptional,
  } as const;
  return (
    <Field id={id} label={label} hint={hint} error={error} isAnnounced>
      <div class="field__line">
        <div class="field__box">
          <FieldInput
            type={isPassword ? 'password' : 'text'}
            id={id}
            inputRef={inputRef}
            hint={hint}
            error={error}
            attributes={attributes}
          />
        </div>
        {children}
      </div>
    </Field>
  );
}
