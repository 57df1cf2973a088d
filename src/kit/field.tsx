import type { ComponentChildren, InputHTMLAttributes, RefObject } from 'preact';
import { LiveText } from './live-text.tsx';

export interface FieldProps {
  readonly id: string;
  readonly label: string;
  /** The rule that the value must follow, shown below the field. */
  readonly hint?: string | undefined;
  readonly error: string | null;
  /** True when screen readers announce the error. If not, they read it when the caller moves the focus to the field. */
  readonly isAnnounced?: boolean;
  /** Contains a {@link FieldInput}. */
  readonly children: ComponentChildren;
}

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
  /** ID of another text that describes the field, besides the hint and the error. */
  readonly describedBy?: string | undefined;
  /** More attributes of the `input` element. They override the attributes that all fields have. */
  readonly attributes: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'list'>;
}

/** The input of a {@link Field}. Only the element has the text, because a page's state must not have a password. */
export function FieldInput(props: FieldInputProps) {
  const { id, type, hint, error, describedBy, inputRef } = props;
  const described = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean);
  const attributes = {
    id,
    // If the type changes, Preact keeps the element and its text. Only TypeScript needs one type.
    type: type as 'text',
    name: id,
    class: 'field__input',
    ref: inputRef,
    // Names, addresses and codes are not words, so keyboards must not correct them. Preact sets the attribute only by
    // the name `autoCorrect`. The property `autocorrect` is a boolean, which 'off' sets to true.
    autoCorrect: 'off',
    autocapitalize: 'none',
    spellcheck: false,
    'aria-invalid': error !== null,
    'aria-describedby': described.join(' ') || undefined,
    ...props.attributes,
  } as const;
  return <input {...attributes} />;
}
