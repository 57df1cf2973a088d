import type { TargetedMouseEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Field } from '../../../kit/field.tsx';
import type { List } from '../use-data.ts';
import { Form, readText, SubmitButton, TextField } from './form.tsx';

/** A field of a search: a text, a day, or a list of options. Its value '' does not limit the search. */
interface SearchField {
  /** The ID of the input element, and the key of the field's value in the list's `choice`. */
  readonly name: string;
  readonly label: string;
  readonly isDay?: boolean;
  /** The labels of the options by their values. When undefined, the field is a text or a day. */
  readonly options?: ReadonlyMap<string, string>;
}

export type SearchFields = readonly [main: SearchField, ...more: SearchField[]];

export interface SearchFormProps<Row, Choice extends Readonly<Record<string, string>>> {
  readonly list: List<Row, Choice>;
  readonly fields: SearchFields;
}

/** On a phone, a button folds the form. */
export function SearchForm<Row, Choice extends Readonly<Record<string, string>>>({
  list,
  fields,
}: SearchFormProps<Row, Choice>) {
  const { first, noun } = list;
  const [main] = fields;
  const limits = fields.filter(({ name }) => list.choice[name] !== '');
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const openerId = `${noun[1]}-filters`;

  const show = async (data: FormData) => {
    const values = fields.map(({ name }) => [name, readText(data, name)]);
    await list.show({ ...list.choice, ...Object.fromEntries(values) });
    const isPhone = Boolean(opener.current?.offsetWidth);
    if (!isPhone) return main.name;
    // The open form would hide the rows.
    setIsOpen(false);
    return openerId;
  };
  const clear = async ({ currentTarget: { form } }: TargetedMouseEvent<HTMLButtonElement>) => {
    const inputs = form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
    for (const input of inputs ?? []) input.value = '';
    document.getElementById(await show(new FormData()))?.focus();
  };
  return (
    <search key={JSON.stringify(first)}>
      <Form
        class="form row search-fields"
        submit={(data, form) => (reportWrongDay(form) ? null : show(data))}
      >
        <button
          type="button"
          class="button button--small fold"
          id={openerId}
          aria-expanded={isOpen}
          ref={opener}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters
          {limits.length > 0 && <span class="choice__count">{limits.length}</span>}
        </button>
        {fields.map((field) => (
          <OwnField key={field.name} field={field} initial={first[field.name]} />
        ))}
        <SubmitButton label={`Search ${noun[1]}`} isBusy={list.isLoading} kind="small" />
        {limits.length > 0 && (
          <button type="button" class="button button--small" onClick={(event) => void clear(event)}>
            Show all {noun[1]}
          </button>
        )}
      </Form>
    </search>
  );
}

/** The value of a day that does not exist, such as February 30, is '', which would not limit the search. */
function reportWrongDay(form: HTMLFormElement): boolean {
  const days = [...form.querySelectorAll<HTMLInputElement>('[type=date]')];
  const wrongDay = days.find((input) => !input.checkValidity());
  wrongDay?.reportValidity();
  return wrongDay !== undefined;
}

interface OwnFieldProps {
  readonly field: SearchField;
  readonly initial: string | undefined;
}

function OwnField({ field, initial }: OwnFieldProps) {
  const { name, label, isDay, options } = field;
  if (!isDay && !options) {
    return <TextField id={name} label={label} initial={initial} isOptional error={null} />;
  }
  return (
    <Field id={name} label={label} error={null}>
      <div class="field__box">
        {options ? (
          <select class="field__input" id={name} name={name}>
            {[...options].map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          <input class="field__input" type="date" id={name} name={name} />
        )}
      </div>
    </Field>
  );
}
