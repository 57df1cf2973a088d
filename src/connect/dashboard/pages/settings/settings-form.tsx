import { useState } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import type { Request } from '../../api.ts';
import { useApplication, useDashboard } from '../../dashboard-context.ts';
import { formatNumber } from '../../format.ts';
import { Facts } from '../../parts/facts.tsx';
import { Form, readText } from '../../parts/form.tsx';
import { useIsReader } from '../../parts/operator-only.tsx';
import { SaveButton } from '../../parts/save-button.tsx';
import { Section, type SectionProps } from '../../parts/section.tsx';
import { TextField, type TextFieldProps } from '../../parts/text-field.tsx';
import { useAction } from '../../use-data.ts';
import { ColorField } from './color-field.tsx';

/** A setting of an application: the properties of its form field, and the request that saves it. */
export interface Setting
  extends Pick<TextFieldProps, 'id' | 'label' | 'type' | 'hint' | 'placeholder'> {
  /** The saved value, or null if the setting is not set. */
  readonly initial: string | number | null;
  /** True when the field must not be empty. */
  readonly isRequired?: boolean;
  /** @returns the request that saves the text, or an error message for a text that is not valid */
  readonly save: (text: string) => Request<Application> | string;
}

/**
 * @param range - the least and the greatest number
 * @returns a `save` function for a field that contains a whole number. It saves null for an empty field
 */
export const saveNumber =
  (
    [least, most]: readonly [number, number],
    save: (number: number | null) => Request<Application>,
  ) =>
  (text: string) => {
    const isInRange = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
    if (text === '' || isInRange) return save(text === '' ? null : Number(text));
    return `Type a whole number from ${least} to ${formatNumber(most)}, or nothing.`;
  };

export interface SettingsSectionProps extends Omit<SectionProps, 'children'> {
  readonly settings: readonly Setting[];
  /** The label of the button, such as "Save details". */
  readonly button: string;
  /** The sentence that the live region shows after all changes were saved. */
  readonly saved: string;
}

/**
 * A section with a form that saves the changed settings. There is no form for readers, and none for an application of
 * APPLICATIONS_FILE, because the next start overwrites its settings.
 */
export function SettingsSection(props: SettingsSectionProps) {
  const { settings, button, saved, ...section } = props;
  const { source } = useApplication().application;
  const canEdit = !useIsReader() && source !== 'file';
  const facts = settings.map(({ label, initial }) => [label, writeValue(initial) || 'Not set']);
  return (
    <Section {...section}>
      {canEdit ? (
        <OwnForm settings={settings} button={button} saved={saved} />
      ) : (
        <Facts facts={Object.fromEntries(facts)} />
      )}
    </Section>
  );
}

const writeValue = (value: Setting['initial']) => String(value ?? '');

type OwnFormProps = Pick<SettingsSectionProps, 'settings' | 'button' | 'saved'>;

function OwnForm({ settings, button, saved }: OwnFormProps) {
  const { isBusy, problem, run, refuse } = useAction();
  const { say } = useDashboard();
  const { setApplication } = useApplication();
  /** The setting that was saved last, to which the problem belongs. */
  const [lastId, setLastId] = useState<string | null>(null);

  /** Saves the changed settings one after another, and stops at the first error. */
  const submit = async (data: FormData) => {
    if (isBusy) return null;
    refuse(null);
    for (const { id, initial, save } of settings) {
      const text = readText(data, id);
      if (text === writeValue(initial)) continue;
      setLastId(id);
      const request = save(text);
      const isDone =
        typeof request === 'string'
          ? refuse(request)
          : await run(request, { keep: setApplication });
      if (!isDone) return id;
    }
    say(saved);
    return null;
  };
  return (
    <Form submit={submit}>
      {settings.map(({ save: _, isRequired = false, initial, ...field }) => {
        const Input = field.type === 'color' ? ColorField : TextField;
        const error = field.id === lastId ? (problem?.description ?? null) : null;
        return (
          <Input
            key={field.id}
            {...field}
            isOptional={!isRequired}
            initial={writeValue(initial)}
            error={error}
          />
        );
      })}
      <div class="row">
        <SaveButton label={button} isBusy={isBusy} />
      </div>
    </Form>
  );
}
