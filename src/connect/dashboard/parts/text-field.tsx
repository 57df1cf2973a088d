import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Field, FieldInput } from '../../../kit/field.tsx';
import { useDashboard } from '../dashboard-context.ts';

export interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  /** `lines` is a field of several lines, and `color` one for a text such as #0b6e4f. */
  readonly type?: 'text' | 'password' | 'url' | 'number' | 'color' | 'lines';
  readonly placeholder?: string | undefined;
  readonly initial?: string | undefined;
  readonly isOptional?: boolean;
  readonly hint?: string | undefined;
  readonly error: string | null;
  readonly children?: ComponentChildren;
}

/** The maximum length of the text, in UTF-16 code units, and the keyboard that a phone shows. */
const types = {
  text: { maxLength: 200, inputMode: 'text' },
  password: { maxLength: 1000, inputMode: undefined },
  url: { maxLength: 2000, inputMode: 'url' },
  number: { maxLength: 200, inputMode: 'numeric' },
  color: { maxLength: 7, inputMode: 'text' },
  lines: { maxLength: 4000, inputMode: undefined },
} as const;

export function TextField(props: TextFieldProps) {
  const { id, label, type = 'text', placeholder, initial = '', hint, error, children } = props;
  const { takeEdit } = useDashboard();
  const input = useRef<HTMLInputElement>(null);
  const lines = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const edit = takeEdit(id);
    const field = input.current ?? lines.current;
    if (typeof edit === 'string' && field) field.value = edit;
  }, [id]);
  const { inputMode, maxLength } = types[type];
  const shared = { placeholder, defaultValue: initial, maxLength };
  return (
    <Field id={id} label={label} hint={hint} error={error} isAnnounced>
      <div class="row">
        <div class="field__box">
          {type === 'lines' ? (
            <textarea
              class="field__input field__input--lines"
              id={id}
              name={id}
              rows={3}
              ref={lines}
              {...shared}
              dir="auto"
              aria-invalid={error !== null}
              aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
            />
          ) : (
            <FieldInput
              type={type === 'password' ? 'password' : 'text'}
              id={id}
              inputRef={input}
              hint={hint}
              error={error}
              attributes={{
                ...shared,
                inputMode,
                autocomplete: type === 'password' ? 'current-password' : 'off',
                required: !props.isOptional,
              }}
            />
          )}
        </div>
        {children}
      </div>
    </Field>
  );
}
