import type { ComponentChildren, RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import { Field, FieldInput } from '../../../kit/field.tsx';

export interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly type: 'text' | 'password';
  readonly autoComplete: 'username' | 'current-password' | 'one-time-code' | 'off';
  /** The longest value that the service accepts, in UTF-16 units. */
  readonly maxLength: number;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly inputMode?: 'numeric' | 'text';
  /** The rule for the value, such as its length, shown with the field. */
  readonly hint?: string | undefined;
  /** Called after each change of the value. */
  readonly onInput?: () => void;
  readonly error: string | null;
  /** Whether the value is marked as wrong while another element shows the error. */
  readonly isWrong?: boolean;
  /** The element ID of another text that describes the field. */
  readonly describedBy?: string;
  /** A button inside the field, at its end. */
  readonly children?: ComponentChildren;
}

/** A text field for account data, with its label and its error. It is always written from left to right. */
export function TextField(props: TextFieldProps) {
  const { id, label, type, inputRef, hint, error, isWrong = false, describedBy, children } = props;
  // Screen readers read a field with its error when the field gets the focus. A field that already has the focus is not
  // read again, so its error must be announced (WCAG 4.1.3).
  const hasFocus = useMemo(
    () => error !== null && document.activeElement === inputRef.current,
    [error, inputRef],
  );
  const attributes = {
    autocomplete: props.autoComplete,
    inputMode: props.inputMode,
    maxLength: props.maxLength,
    dir: 'ltr',
    required: true,
    onInput: props.onInput,
    'aria-invalid': isWrong || error !== null,
  } as const;
  return (
    <Field id={id} label={label} hint={hint} error={error} isAnnounced={hasFocus}>
      <div class="field__box">
        <FieldInput
          id={id}
          type={type}
          inputRef={inputRef}
          hint={hint}
          error={error}
          describedBy={describedBy}
          attributes={attributes}
        />
        {children}
      </div>
    </Field>
  );
}
