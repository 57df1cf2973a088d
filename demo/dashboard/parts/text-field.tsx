import type { ComponentChildren, RefObject } from 'preact';

/** What a labelled field needs. */
export interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'url' | 'number';
  readonly autoComplete?: 'current-password' | 'off';
  readonly placeholder?: string;
  /** In UTF-16 units. */
  readonly maxLength: number;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** What is in it before anybody types. */
  readonly initial?: string;
  readonly isOptional?: boolean;
  /** What may be typed, or null. */
  readonly hint?: string;
  /** What is wrong with the value, or null. */
  readonly error: string | null;
  /** A button beside the field. */
  readonly children?: ComponentChildren;
}

const inputModes = { text: 'text', url: 'url', number: 'numeric' } as const;

/** A label, a field, what it takes and what is wrong with it. */
export function TextField(props: TextFieldProps) {
  const { id, label, type = 'text', hint, error, children } = props;
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  const attributes = {
    id,
    name: id,
    class: 'field__input',
    ref: props.inputRef,
    autocomplete: props.autoComplete ?? 'off',
    autocapitalize: 'none',
    spellcheck: false,
    maxLength: props.maxLength,
    placeholder: props.placeholder,
    defaultValue: props.initial ?? '',
    required: !props.isOptional,
    'aria-invalid': error !== null,
    'aria-describedby': described || undefined,
  } as const;
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {label}
      </label>
      <div class="field__line">
        <div class="field__box">
          {/* Two to the types, one element to Preact. */}
          {type === 'password' ? (
            <input type="password" {...attributes} />
          ) : (
            <input type="text" inputMode={inputModes[type]} {...attributes} />
          )}
        </div>
        {children}
      </div>
      {hint && (
        <p class="field__hint" id={hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field__error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
