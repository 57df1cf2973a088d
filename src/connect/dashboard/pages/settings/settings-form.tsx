import { useEffect, useRef, useState } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import type { Request } from '../../api.ts';
import { useApplication, useDashboard, useIsReader } from '../../dashboard-context.ts';
import { formatNumber } from '../../format.ts';
import { Form, readText, SaveActions, TextField, type TextFieldProps } from '../../parts/form.tsx';
import { Section, type SectionProps } from '../../parts/section.tsx';
import { Facts } from '../../parts/values.tsx';
import { useAction } from '../../use-data.ts';

/** A setting of an application: the properties of its form field, and the request that saves it. */
export interface Setting
  extends Pick<TextFieldProps, 'id' | 'label' | 'type' | 'hint' | 'placeholder'> {
  readonly initial: string | number | null;
  readonly isRequired?: boolean;
  /** The text of an empty setting, for people who have no form. */
  readonly otherwise?: string;
  /** @returns the request that saves the text, or an error message for a text that is not valid */
  readonly save: (text: string) => Request<Application> | string;
}

/** Saves a whole number between the least and the greatest one, or null for an empty field. */
export function saveNumber(
  [least, most]: readonly [number, number],
  save: (number: number | null) => Request<Application>,
): Setting['save'] {
  return (text) => {
    const isInRange = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
    if (text === '' || isInRange) return save(text === '' ? null : Number(text));
    return `Type a whole number from ${least} to ${formatNumber(most)}, or nothing.`;
  };
}

export interface SettingsSectionProps extends Omit<SectionProps, 'children'> {
  readonly settings: readonly Setting[];
}

/** Readers have no form, nor has an application of APPLICATIONS_FILE: the next start overwrites its settings. */
export function SettingsSection(props: SettingsSectionProps) {
  const { settings, ...section } = props;
  const { source } = useApplication().application;
  const canEdit = !useIsReader() && source !== 'file';
  const facts = settings.map(({ label, initial, otherwise = 'None' }) => [
    label,
    writeValue(initial) || otherwise,
  ]);
  return (
    <Section {...section}>
      {canEdit ? (
        <OwnForm settings={settings} what={section.title.toLowerCase()} />
      ) : (
        <Facts facts={Object.fromEntries(facts)} />
      )}
    </Section>
  );
}

const writeValue = (value: Setting['initial']) => String(value ?? '');

type OwnFormProps = Pick<SettingsSectionProps, 'settings'> & { readonly what: string };

function OwnForm({ settings, what }: OwnFormProps) {
  const saved = `The ${what} are saved.`;
  const { isBusy, problem, run, refuse } = useAction();
  const { say, markVisit } = useDashboard();
  const { setApplication } = useApplication();
  /** The setting that was saved last, to which the problem belongs. */
  const [lastId, setLastId] = useState<string | null>(null);

  /** Saves the changed settings one after another, and stops at the first error. */
  const submit = async (data: FormData) => {
    if (isBusy) return null;
    const isHere = markVisit();
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
    if (isHere()) say(saved);
    return null;
  };
  return (
    <Form submit={submit}>
      {settings.map(({ save: _, otherwise: __, isRequired = false, initial, ...field }) => {
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
      <SaveActions what={what} isBusy={isBusy} refuse={refuse} saved={saved} />
    </Form>
  );
}

/** A text field for a colour, with a swatch that shows the colour and opens the browser's colour picker. */
function ColorField(props: Omit<TextFieldProps, 'type' | 'children'>) {
  const box = useRef<HTMLDivElement>(null);
  const synchronize = (changed?: EventTarget | null) => {
    const [text, swatch] = box.current?.querySelectorAll('input') ?? [];
    if (!text || !swatch) return;
    if (changed === swatch) {
      text.value = swatch.value;
      return;
    }
    const typed = text.value.trim();
    swatch.value = /^#[0-9a-f]{6}$/i.test(typed) ? typed.toLowerCase() : defaultAccent;
  };
  useEffect(() => synchronize(), [props.id, props.initial]);
  return (
    <div ref={box} onInput={({ target }) => synchronize(target)}>
      <TextField {...props} type="color">
        <input class="field__box swatch" type="color" aria-label={`${props.label}, as a colour`} />
      </TextField>
    </div>
  );
}

/** The accent of Connect pages without an own one, as in `tokens.css`. */
export const defaultAccent = '#2f5bea';
