import { useRef } from 'preact/hooks';
import { useDashboard } from '../../dashboard-context.ts';
import type { Problem } from '../../parse-problem.ts';
import { SubmitButton, useSubmission } from '../../parts/submit.tsx';
import { TextField } from '../../parts/text-field.tsx';

const notANumber: Problem = { status: 0, description: 'Type a whole number, or nothing.' };

/** @returns a function that saves a typed number, or null for an empty field */
export const saveNumber =
  (save: (number: number | null) => Promise<Problem | null>) => async (text: string) =>
    /^\d*$/.test(text) ? await save(text ? Number(text) : null) : notANumber;

/** A setting, with its field and its button. */
export interface SettingFormProps {
  readonly id: string;
  readonly label: string;
  readonly initial: string;
  readonly hint: string;
  readonly button: string;
  /** Default: text. A number and an address may be empty. */
  readonly type?: 'text' | 'number' | 'url';
  readonly isOptional?: boolean;
  /** In UTF-16 units. Default: 200. */
  readonly maxLength?: number;
  readonly save: (text: string) => Promise<Problem | null>;
}

/** A form with one field, which saves it. Operators with the role of a reader see only the value. */
export function SettingForm(props: SettingFormProps) {
  const { role } = useDashboard().session.value ?? {};
  if (role !== 'reader') return <OwnForm {...props} />;
  return (
    <p>
      <span class="muted">{props.label}</span> {props.initial || 'Not set'}
    </p>
  );
}

function OwnForm(props: SettingFormProps) {
  const { id, label, initial, hint, button, save } = props;
  const { isBusy, problem, submit } = useSubmission();
  const input = useRef<HTMLInputElement>(null);
  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const isDone = await submit(() => save(input.current?.value.trim() ?? ''));
    if (!isDone) input.current?.focus();
  };
  return (
    <form class="form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <TextField
        id={id}
        label={label}
        type={props.type ?? 'text'}
        maxLength={props.maxLength ?? 200}
        inputRef={input}
        initial={initial}
        isOptional={props.isOptional ?? false}
        hint={hint}
        error={problem?.description ?? null}
      >
        <SubmitButton label={button} isBusy={isBusy} kind="small" />
      </TextField>
    </form>
  );
}
