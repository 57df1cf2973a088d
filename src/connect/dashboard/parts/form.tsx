import type { ComponentChildren, FormHTMLAttributes, TargetedEvent } from 'preact';
import { type Action, useAction } from '../use-data.ts';
import { TextField } from './text-field.tsx';

export interface FormProps
  extends Pick<FormHTMLAttributes<HTMLFormElement>, 'class' | 'noValidate' | 'onKeyDown'> {
  /** @returns the ID of the field that then gets the focus, such as one with a refused text; null for none */
  readonly submit: (
    data: FormData,
    form: HTMLFormElement,
  ) => Promise<string | null> | string | null;
  readonly children: ComponentChildren;
}

/** A form that is submitted without loading a document. By default, the browser does not check its fields. */
export function Form({ submit, ...attributes }: FormProps) {
  const handleSubmit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    const focused = await submit(new FormData(form), form);
    if (focused !== null) document.getElementById(focused)?.focus();
  };
  return (
    <form class="form" noValidate {...attributes} onSubmit={(event) => void handleSubmit(event)} />
  );
}

export function readText(data: FormData, name: string): string {
  return String(data.get(name) ?? '').trim();
}

export interface SubmitButtonProps {
  readonly label: string;
  readonly isBusy: boolean;
  /** By default `primary`, the main action of the view. `quiet`: there is nothing to submit yet. */
  readonly kind?: 'primary' | 'quiet' | 'small';
}

/** The submit button of a form. It is not disabled during a request, because a disabled button would lose the focus. */
export function SubmitButton({ label, isBusy, kind = 'primary' }: SubmitButtonProps) {
  return (
    <button type="submit" class={`button button--${kind}`} aria-disabled={isBusy}>
      {isBusy && <span class="spinner" aria-hidden="true" />}
      <span>{label}</span>
    </button>
  );
}

export interface AddFormProps {
  readonly id: string;
  readonly label: string;
  readonly type?: 'text' | 'url';
  readonly placeholder?: string;
  readonly hint?: string;
  readonly button: string;
  readonly add: (action: Action, text: string, data: FormData) => Promise<boolean> | boolean;
  /** True when the field keeps the focus after a text was added, so that the user can type the next text. */
  readonly isRepeated?: boolean;
  /** Other inputs of the form. They are below the field, and the button below them. By default, it is beside the field. */
  readonly children?: ComponentChildren;
}

/** A form with a field and a button. After the typed text was added, the form is cleared. */
export function AddForm({ button, add, isRepeated = false, children, ...field }: AddFormProps) {
  const action = useAction();
  const submit = async (data: FormData, form: HTMLFormElement) => {
    const text = readText(data, field.id);
    const isDone = await add(action, text, data);
    // The user may have typed the next text while this one was added.
    if (isDone && readText(new FormData(form), field.id) === text) form.reset();
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
