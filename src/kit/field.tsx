import type { ComponentChildren, InputHTMLAttributes, RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { LiveText } from './live-text.tsx';

export interface FieldProps {
  /** The ID of the input. */
  readonly id: string;
  readonly label: string;
  /** The rule for the value. */
  readonly hint?: string | undefined;
  /** The error of the value, or null. */
  readonly error: string | null;
  /** Whether screen readers announce the error when it appears. Otherwise, move the focus to the field. */
  readonly isAnnounced?: boolean;
  /** Contains a {@link FieldInput}. */
  readonly children: ComponentChildren;
}

/** A label, a field, its rule and its error. */
export function Field({ id, label, hint, error, isAnnounced, children }: FieldProps) {
  return (
    <div class="field">
      <label class="field__label" id={`${id}-label`} for={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p class="field__hint" id={`${id}-hint`}>
          <LiveText text={hint} />
        </p>
      )}
      {error && (
        <p class="field__error" id={`${id}-error`} role={isAnnounced ? 'alert' : undefined}>
          <LiveText text={error} />
        </p>
      )}
    </div>
  );
}

export interface FieldInputProps extends Pick<FieldProps, 'id' | 'hint' | 'error'> {
  readonly type: 'text' | 'password';
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** ID of a text that describes the field, besides its hint and its error. */
  readonly describedBy?: string | undefined;
  /** Other attributes of this field. */
  readonly attributes: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'list'>;
}

/**
 * The input of a {@link Field}. Its text stays in the element, because a password must not be in the state of a
 * page.
 */
export function FieldInput(props: FieldInputProps) {
  const { id, type, hint, error, describedBy, inputRef } = props;
  // Set as an attribute, because the property of that name is a boolean, for which 'off' is true.
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
  // For Preact this is one element, which keeps the node and the typed text. The types need two.
  return type === 'password' ? (
    <input type="password" {...attributes} />
  ) : (
    <input type="text" {...attributes} />
  );
}
