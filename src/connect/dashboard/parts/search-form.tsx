import type { TargetedMouseEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../../kit/field.tsx';
import type { List } from '../use-data.ts';
import { Form, readText, SubmitButton } from './form.tsx';
import { TextField } from './text-field.tsx';

/** A field of a search: a text, a day, or a list of options. Its value '' does not limit the search. */
interface SearchField {
  /** The ID of the input element and, without `find`, the key of the field's value in the list's `choice`. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isDay?: boolean;
  /** The labels of the options by their values. When undefined, the field is a text or a day. */
  readonly options?: ReadonlyMap<string, string>;
  /** Only for the first field: goes to the one row with a text, or returns what is wrong with the text. */
  readonly find?: (text: string) => string | null;
}

/** The fields of a search. All but the first are folded until one of them limits the list. */
export type SearchFields = readonly [main: SearchField, ...more: SearchField[]];

export const dayFields: readonly SearchField[] = [
  { name: 'firstDay', label: 'From', isDay: true },
  { name: 'lastDay', label: 'To', isDay: true },
];

export interface SearchFormProps<Row, Choice extends Readonly<Record<string, string>>> {
  readonly list: List<Row, Choice>;
  readonly fields: SearchFields;
}

/** On a phone, another button folds the whole form. */
export function SearchForm<Row, Choice extends Readonly<Record<string, string>>>({
  list,
  fields,
}: SearchFormProps<Row, Choice>) {
  const { first, noun } = list;
  const [main, ...more] = fields;
  const filters = fields.filter((field) => !field.find);
  const limits = filters.filter(({ name }) => list.choice[name] !== '');
  const isFoldUsed = limits.some((field) => field !== main);
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const openerId = `${noun[1]}-filters`;
  const isPhone = () => Boolean(opener.current?.offsetWidth);
  useEffect(() => {
    if (isFoldUsed && !isPhone()) setIsOpen(true);
  }, [isFoldUsed]);

  const show = async (data: FormData) => {
    setError(null);
    const values = filters.map(({ name }) => [name, readText(data, name)]);
    await list.show({ ...list.choice, ...Object.fromEntries(values) });
    if (!isPhone()) return main.name;
    // The open form would hide the rows.
    setIsOpen(false);
    return openerId;
  };
  const submit = (data: FormData, form: HTMLFormElement) => {
    if (reportWrongDay(form)) return null;
    const text = readText(data, main.name);
    if (!main.find || text === '') return show(data);
    const refusal = main.find(text);
    setError(refusal);
    return refusal === null ? null : main.name;
  };
  const clear = async ({ currentTarget: { form } }: TargetedMouseEvent<HTMLButtonElement>) => {
    const inputs = form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
    for (const input of inputs ?? []) input.value = '';
    document.getElementById(await show(new FormData()))?.focus();
  };
  // They are below the fields that are shown.
  const buttons = (
    <>
      <SubmitButton label={`Search ${noun[1]}`} isBusy={list.isLoading} kind="small" />
      {limits.length > 0 && (
        <button type="button" class="button button--small" onClick={(event) => void clear(event)}>
          Show all {noun[1]}
        </button>
      )}
    </>
  );
  return (
    <search key={JSON.stringify(first)}>
      <Form class="form row search-fields" submit={submit}>
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
        <OwnField field={main} initial={first[main.name]} error={error} />
        {!isOpen && buttons}
        <details
          class="more-filters"
          open={isOpen}
          onToggle={(event) => setIsOpen(event.currentTarget.open)}
        >
          <summary>More filters</summary>
          <div class="row search-fields">
            {more.map((field) => (
              <OwnField key={field.name} field={field} />
            ))}
          </div>
        </details>
        {isOpen && buttons}
      </Form>
    </search>
  );
}

/** The value of a day that does not exist, such as February 30, is '', which would not limit the search. */
function reportWrongDay(form: HTMLFormElement): boolean {
  const days = [...form.querySelectorAll<HTMLInputElement>('[type=date]')];
  const wrongDay = days.find((input) => !input.checkValidity());
  // The browser cannot show its message at a folded field.
  wrongDay?.closest('details')?.setAttribute('open', '');
  wrongDay?.reportValidity();
  return wrongDay !== undefined;
}

interface OwnFieldProps {
  readonly field: SearchField;
  readonly initial?: string | undefined;
  readonly error?: string | null;
}

function OwnField({ field, initial, error = null }: OwnFieldProps) {
  const { name, label, hint, isDay, options } = field;
  if (!isDay && !options) {
    return (
      <TextField id={name} label={label} initial={initial} isOptional hint={hint} error={error} />
    );
  }
  return (
    <Field id={name} label={label} error={null}>
      <div class="field__box">
        {options ? (
          <select class="field__input" id={name} name={name}>
            <option value="">All</option>
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
