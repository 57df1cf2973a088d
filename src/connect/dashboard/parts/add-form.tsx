import type { ComponentChildren } from 'preact';
import { type Action, useAction } from '../use-data.ts';
import { Form, readText } from './form.tsx';
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
  readonly add: (action: Action, text: string, data: FormData) => Promise<boolean> | boolean;
  /** Whether the field keeps the focus after a text was added, so that the user can type the next text. */
  readonly isRepeated?: boolean;
  /** Other inputs of the form. They are below the field, and the button below them. By default, it is beside the field. */
  readonly children?: ComponentChildren;
}

/** A form with a field and a button. After the typed text was added, the form is cleared. */
export function AddForm({ button, add, isRepeated = false, children, ...field }: AddFormProps) {
  const action = useAction();
  const submit = async (data: FormData, form: HTMLFormElement) => {
    const isDone = await add(action, readText(data, field.id), data);
    if (isDone) form.reset();
    return isDone && !isRepeated ? null : field.id;
  };
  return (
    <Form submit={submit}>
      <TextField {...field} error={action.problem?.description ?? null}>
        {!children && <SubmitButton label={button} isBusy={action.isBusy} kind="small" />}
      </TextField>
      {children}
      {children && (
        <div class="row">
          <SubmitButton label={button} isBusy={action.isBusy} />
        </div>
      )}
    </Form>
  );
}
