import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { type Action, useAction } from '../use-data.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';

export interface AddFormProps {
  readonly id: string;
  readonly label: string;
  readonly type?: 'text' | 'url';
  readonly placeholder?: string;
  readonly hint?: string;
  readonly button: string;
  /** Adds the typed text, from which surrounding blanks were removed. Returns whether the text was added. */
  readonly add: (
    action: Action,
    text: string,
    form: HTMLFormElement | null,
  ) => Promise<boolean> | boolean;
  /** Whether the field keeps the focus after a text was added, so that the user can type the next text. */
  readonly isRepeated?: boolean;
  /** Other inputs of the form. They are below the field, and the button below them. By default, it is beside the field. */
  readonly children?: ComponentChildren;
}

/** A form with a field and a button. After the typed text was added, the form is cleared. */
export function AddForm(props: AddFormProps) {
  const { id, label, type = 'text', placeholder, hint, button, add, isRepeated, children } = props;
  const action = useAction();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const isDone = await add(action, input.current?.value.trim() ?? '', form.current);
    if (isDone) form.current?.reset();
    if (!isDone || isRepeated) input.current?.focus();
  };
  return (
    <form class="form" noValidate ref={form} onSubmit={(event) => void handleSubmit(event)}>
      <TextField
        id={id}
        label={label}
        type={type}
        maxLength={type === 'url' ? 2000 : 200}
        placeholder={placeholder}
        inputRef={input}
        hint={hint}
        error={action.problem?.description ?? null}
      >
        {!children && <SubmitButton label={button} isBusy={action.isBusy} kind="small" />}
      </TextField>
      {children}
      {children && (
        <div class="actions">
          <SubmitButton label={button} isBusy={action.isBusy} />
        </div>
      )}
    </form>
  );
}
