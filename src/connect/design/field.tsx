import type { ComponentChildren, InputHTMLAttributes, RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** A field's label, hint and error. */
export interface FieldProps {
  /** Of the input. */
  readonly id: string;
  readonly label: string;
  /** The rule for the value. */
  readonly hint?: string | undefined;
  /** The error of the value, or null. */
  readonly error: string | null;
  /** Screen readers announce the error when it appears. Without this, move the focus to the field. */
  readonly isAnnounced?: boolean;
  /** The box with a {@link FieldInput} in it. */
  readonly children: ComponentChildren;
}

/** A label, a field, what it takes and what is wrong with it. */
export function Field({ id, label, hint, error, isAnnounced, children }: FieldProps) {
  return (
    <div class="field">
      <label class="field__label" id={`${id}-label`} for={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p class="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field__error" id={`${id}-error`} role={isAnnounced ? 'alert' : undefined}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A field's input: its name, its description and its attributes. */
export interface FieldInputProps extends Pick<FieldProps, 'id' | 'hint' | 'error'> {
  readonly type: 'text' | 'password';
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Id of a text that belongs to the field besides its hint and its error. */
  readonly describedBy?: string | undefined;
  /** Other attributes of this field. */
  readonly attributes: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'list'>;
}

/**
 * The input of a {@link Field}. Its text stays in the element: a password must not be in the state
 * of a page.
 */
export function FieldInput(props: FieldInputProps) {
  const { id, type, hint, error, describedBy, inputRef } = props;
  // As an attribute: the property of that name is a boolean, to which 'off' is true.
  useLayoutEffect(() => inputRef.current?.setAttribute('autocorrect', 'off'), [inputRef, type]);
  const described = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean);
  const attributes = {
    id,
    name: id,
    class: 'field__input',
    ref: inputRef,
    // Names, addresses and codes are not words, so keyboards must not correct them.
    autocapitalize: 'none',
    spellcheck: false,
    'aria-invalid': error !== null,
    'aria-describedby': described.join(' ') || undefined,
    ...props.attributes,
  } as const;
  // One element to Preact, which keeps the node and what was typed; two to the types.
  return type === 'password' ? (
    <input type="password" {...attributes} />
  ) : (
    <input type="text" {...attributes} />
  );
}
