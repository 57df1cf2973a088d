import type { ComponentChildren, RefObject } from 'preact';

/** What a labelled field needs. */
export interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly type: 'text' | 'password';
  readonly autoComplete: 'username' | 'current-password' | 'one-time-code';
  /** The longest value that the service takes, in UTF-16 units. */
  readonly maxLength: number;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly inputMode?: 'numeric';
  /** What is wrong with the value, or null. */
  readonly error: string | null;
  /** Id of a text that belongs to the field besides its error. */
  readonly describedBy?: string;
  /** A button inside the field, at its end. */
  readonly children?: ComponentChildren;
}

/**
 * A label, a field and its error. The value stays in the field alone: a password has no business in
 * any state of the page.
 */
export function TextField(props: TextFieldProps) {
  const { id, label, error, describedBy, children } = props;
  const errorId = `${id}-error`;
  const described = [error && errorId, describedBy].filter(Boolean).join(' ');
  const attributes = {
    id,
    name: id,
    class: 'field__input',
    ref: props.inputRef,
    autocomplete: props.autoComplete,
    inputMode: props.inputMode,
    maxLength: props.maxLength,
    // Names and codes of accounts are no words: keyboards must leave them as typed.
    autocapitalize: 'none',
    autocorrect: 'off',
    spellcheck: false,
    dir: 'ltr',
    required: true,
    'aria-invalid': error !== null,
    'aria-describedby': described || undefined,
  } as const;
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {label}
      </label>
      <div class="field__box">
        {/* One element to Preact, which keeps the node and what was typed; two to the types. */}
        {props.type === 'password' ? (
          <input type="password" {...attributes} />
        ) : (
          <input type="text" {...attributes} />
        )}
        {children}
      </div>
      {error && (
        <p class="field__error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
