import { useRef, useState } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import type { Request } from '../../api.ts';
import { useDashboard, useSetApplication } from '../../dashboard-context.ts';
import { Facts } from '../../parts/facts.tsx';
import { LinesField } from '../../parts/lines-field.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { TextField, type TextFieldProps } from '../../parts/text-field.tsx';
import { useAction } from '../../use-data.ts';

/** A setting of an application: the properties of its form field, and the request that saves it. */
export interface Setting
  extends Pick<TextFieldProps, 'id' | 'label' | 'hint' | 'isOptional' | 'placeholder'> {
  readonly type?: TextFieldProps['type'] | 'lines';
  readonly initial: string;
  /** The maximum length of the text in UTF-16 code units; by default 200. */
  readonly maxLength?: number;
  /** @returns the request that saves the text, or an error message for a text that is not valid */
  readonly save: (text: string) => Request<Application> | string;
}

/** @returns a `save` function for a field that contains a whole number. It saves null for an empty field */
export const saveNumber =
  (save: (number: number | null) => Request<Application>) => (text: string) =>
    /^\d*$/.test(text) ? save(text ? Number(text) : null) : 'Type a whole number, or nothing.';

export interface SettingsFormProps {
  readonly settings: readonly Setting[];
  /** The label of the button, such as "Save details". */
  readonly button: string;
  /** The sentence that the live region shows after all changes were saved. */
  readonly saved: string;
}

/** A form that saves the changed settings. Signed-in people with the role "reader" see the values without a form. */
export function SettingsForm(props: SettingsFormProps) {
  const { role } = useDashboard().session.value ?? {};
  if (role !== 'reader') return <OwnForm {...props} />;
  const facts = props.settings.map(({ label, initial }) => [label, initial || 'Not set']);
  return <Facts facts={Object.fromEntries(facts)} />;
}

interface Fault {
  readonly id: string;
  readonly text: string;
}

function OwnForm({ settings, button, saved }: SettingsFormProps) {
  const { isBusy, run } = useAction();
  const { say } = useDashboard();
  const setApplication = useSetApplication();
  const [fault, setFault] = useState<Fault | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const find = (id: string) => form.current?.querySelector<HTMLInputElement>(`#${id}`);

  /** Saves the changed settings one after another, and stops at the first error. */
  const save = async (): Promise<Fault | null> => {
    for (const { id, initial, save: toRequest } of settings) {
      const text = find(id)?.value.trim() ?? '';
      if (text === initial) continue;
      const request = toRequest(text);
      if (typeof request === 'string') return { id, text: request };
      let refused: Fault | null = null;
      const isDone = await run(request, {
        keep: setApplication,
        failed({ description }) {
          refused = { id, text: description };
        },
      });
      if (!isDone) return refused;
    }
    say(saved);
    return null;
  };
  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    setFault(null);
    const found = await save();
    setFault(found);
    if (found) find(found.id)?.focus();
  };
  return (
    <form class="form" noValidate ref={form} onSubmit={(event) => void handleSubmit(event)}>
      {settings.map(({ save: _, ...field }) => (
        <SettingField
          key={field.id}
          field={field}
          error={fault?.id === field.id ? fault.text : null}
        />
      ))}
      <div class="actions">
        <SubmitButton label={button} isBusy={isBusy} />
      </div>
    </form>
  );
}

interface SettingFieldProps {
  readonly field: Omit<Setting, 'save'>;
  readonly error: string | null;
}

function SettingField({ field, error }: SettingFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { type = 'text', maxLength = 200, ...others } = field;
  if (type === 'lines') return <LinesField {...others} maxLength={maxLength} error={error} />;
  return <TextField {...others} type={type} maxLength={maxLength} inputRef={input} error={error} />;
}
