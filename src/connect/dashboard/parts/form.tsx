import type { ComponentChildren, FormHTMLAttributes, TargetedEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { Field, FieldInput } from '../../../kit/field.tsx';
import { useDashboard } from '../dashboard-context.ts';
import { findEdits } from '../unsaved-edits.ts';
import { type Action, useAction } from '../use-data.ts';

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

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
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
  /** By default `primary`, the main action of the view. */
  readonly kind?: 'primary' | 'small';
}

/** The submit button of a form. It is not disabled during a request, because a disabled button would lose the focus. */
export function SubmitButton({ label, isBusy, kind = 'primary' }: SubmitButtonProps) {
  return (
    <Button type="submit" look={kind} isBusy={isBusy} isInert={isBusy}>
      {label}
    </Button>
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
  readonly onCancel?: () => void;
  /** Other inputs of the form. They are below the field, and the button below them. By default, it is beside the field. */
  readonly children?: ComponentChildren;
}

/** A form with a field and a button. After the typed text was added, the form is cleared. */
export function AddForm({ button, add, isRepeated, onCancel, children, ...field }: AddFormProps) {
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
          {onCancel && (
            <Button look="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </Form>
  );
}

interface SaveActionsProps extends Pick<Action, 'isBusy' | 'refuse'> {
  /** The settings in a word, such as "details". */
  readonly what: string;
  /** The sentence in the live region after the form was saved. As long as it is there, "Saved" is beside the buttons. */
  readonly saved: string;
}

/**
 * Saves or discards the edits of a form of settings. A shown problem ends with the last edit. Without edits, the
 * buttons are drawn only while one of them has the focus of the keyboard, so that a press does not lose it.
 */
export function SaveActions({ what, isBusy, refuse, saved }: SaveActionsProps) {
  const { status, say } = useDashboard();
  const actions = useRef<HTMLDivElement>(null);
  const [isEdited, setIsEdited] = useState(false);
  const isSaved = status.value?.text === saved;
  // Saving changes the fields without an event, so each drawing compares them, too.
  useEffect(() => {
    const form = actions.current?.closest('form');
    if (!form) return undefined;
    const compare = () => {
      const hasEdits = findEdits(form).size > 0;
      if (isEdited && !hasEdits) refuse(null);
      setIsEdited(hasEdits);
    };
    compare();
    form.addEventListener('input', compare);
    return () => form.removeEventListener('input', compare);
  });
  const discard = () => {
    const form = actions.current?.closest('form');
    if (!form) return;
    const edited = [...findEdits(form).keys()];
    form.reset();
    for (const id of edited) {
      document.getElementById(id)?.dispatchEvent(new Event('input', { bubbles: true }));
    }
    form.closest('section')?.querySelector('h2')?.focus();
    say('The changes are discarded.');
  };
  return (
    <div class={isEdited || isSaved ? 'row save' : 'row save row--unused'} ref={actions}>
      <SubmitButton label={`Save ${what}`} isBusy={isBusy} />
      <Button
        look="quiet"
        label={`Discard changes of ${what}`}
        isInert={!isEdited || isBusy}
        onClick={discard}
      >
        Discard changes
      </Button>
      {isSaved && (
        <span class="pill pill--good" aria-hidden="true">
          Saved
        </span>
      )}
    </div>
  );
}
