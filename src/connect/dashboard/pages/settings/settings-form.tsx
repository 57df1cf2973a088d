import { useRef, useState } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import type { Request } from '../../api.ts';
import { useDashboard, useSetApplication } from '../../dashboard-context.ts';
import { Facts } from '../../parts/facts.tsx';
import { LinesField } from '../../parts/lines-field.tsx';
import { SaveButton } from '../../parts/save-button.tsx';
import { Section, type SectionProps } from '../../parts/section.tsx';
import { TextField, type TextFieldProps } from '../../parts/text-field.tsx';
import { useAction } from '../../use-data.ts';
import { ColorField } from './color-field.tsx';

/** A setting of an application: the properties of its form field, and the request that saves it. */
export interface Setting
  extends Pick<TextFieldProps, 'id' | 'label' | 'hint' | 'isOptional' | 'placeholder'> {
  readonly type?: TextFieldProps['type'] | 'lines' | 'color';
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

export interface SettingsSectionProps extends Omit<SectionProps, 'children' | 'titleRef'> {
  readonly application: Application;
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
  const { application, settings, button, saved, ...section } = props;
  const { role } = useDashboard().session.value ?? {};
  const isFromFile = application.source === 'file';
  const facts = settings.map(({ label, initial }) => [label, initial || 'Not set']);
  return (
    <Section {...section}>
      {role !== 'reader' && !isFromFile ? (
        <OwnForm settings={settings} button={button} saved={saved} />
      ) : (
        <Facts facts={Object.fromEntries(facts)} />
      )}
      {isFromFile && <FromFile />}
    </Section>
  );
}

/** Says why the values above it cannot be edited. */
export function FromFile() {
  return <p class="muted">From APPLICATIONS_FILE. Change it there, and restart the service.</p>;
}

type OwnFormProps = Pick<SettingsSectionProps, 'settings' | 'button' | 'saved'>;

interface Fault {
  readonly id: string;
  readonly text: string;
}

function OwnForm({ settings, button, saved }: OwnFormProps) {
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
        <SaveButton label={button} isBusy={isBusy} />
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
  const own = { ...others, maxLength, error };
  if (type === 'lines') return <LinesField {...own} />;
  if (type === 'color') return <ColorField {...own} />;
  return <TextField {...own} type={type} inputRef={input} />;
}
