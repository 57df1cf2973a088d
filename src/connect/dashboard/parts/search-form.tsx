import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../../kit/field.tsx';
import type { List } from '../use-data.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';

/** A field of a search: a text, a day, or a list of options. Its value '' does not limit the search. */
export interface SearchField {
  /** The ID of the input element and, without `find`, the key of the field's value in the list's `choice`. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isDay?: boolean;
  /** The labels of the options by their values. When undefined, the field is a text or a day. */
  readonly options?: ReadonlyMap<string, string>;
  /**
   * Only for the first field: leads to the one row with a text, instead of a search. @returns what is wrong with the
   * text, or null
   */
  readonly find?: (text: string) => string | null;
}

/** The fields that limit a search to some days, in the visitor's time zone. */
export const dayFields: readonly SearchField[] = [
  { name: 'firstDay', label: 'From', isDay: true },
  { name: 'lastDay', label: 'To', isDay: true },
];

export interface SearchFormProps<Row, Choice extends Readonly<Record<string, string>>> {
  readonly list: List<Row, Choice>;
  readonly fields: readonly SearchField[];
}

/**
 * A form that limits the rows of a list, with a button that shows all rows again. All fields but the first are folded
 * until one of them limits the list.
 */
export function SearchForm<Row, Choice extends Readonly<Record<string, string>>>(
  props: SearchFormProps<Row, Choice>,
) {
  const { list, fields } = props;
  const { first } = list;
  const [, noun] = list.noun;
  const filters = fields.filter((field) => !field.find);
  const [main, ...more] = fields;
  const limits = filters.filter(({ name }) => list.choice[name] !== '');
  const isFoldUsed = limits.some((field) => field !== main);
  const [isOpen, setIsOpen] = useState(isFoldUsed);
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string | null>(null);
  const findInput = (name: string) =>
    form.current?.querySelector<HTMLInputElement | HTMLSelectElement>(`#${name}`);
  const fill = (toValue: (name: string) => string) => {
    for (const { name } of fields) {
      const input = findInput(name);
      if (input) input.value = toValue(name);
    }
  };
  useEffect(() => fill((name) => first[name] ?? ''), [JSON.stringify(first)]);
  useEffect(() => {
    if (isFoldUsed) setIsOpen(true);
  }, [isFoldUsed]);

  const read = ({ name }: SearchField) => findInput(name)?.value.trim() ?? '';
  const show = async () => {
    setError(null);
    const values = filters.map((field) => [field.name, read(field)]);
    await list.show({ ...list.choice, ...Object.fromEntries(values) });
    findInput(main?.name ?? '')?.focus();
  };
  const handleSubmit = (event: Event) => {
    event.preventDefault();
    // The `value` of a day that does not exist, such as February 30, is '', which would not limit the search.
    const days = form.current?.querySelectorAll<HTMLInputElement>('[type=date]') ?? [];
    const wrongDay = [...days].find((input) => !input.checkValidity());
    if (wrongDay) {
      // The browser cannot show its message at a folded field.
      wrongDay.closest('details')?.setAttribute('open', '');
      wrongDay.reportValidity();
      return;
    }
    if (!main?.find || read(main) === '') {
      void show();
      return;
    }
    const refusal = main.find(read(main));
    setError(refusal);
    if (refusal !== null) findInput(main.name)?.focus();
  };
  const clear = () => {
    fill(() => '');
    void show();
  };
  return (
    <search>
      <form class="form search-fields" noValidate ref={form} onSubmit={handleSubmit}>
        {main && <OwnField field={main} error={error} />}
        <SubmitButton label={`Search ${noun}`} isBusy={list.isLoading} kind="small" />
        {limits.length > 0 && (
          <button type="button" class="button button--small" onClick={clear}>
            Show all {noun}
          </button>
        )}
        {more.length > 0 && (
          <details
            class="more-filters"
            open={isOpen}
            onToggle={(event) => setIsOpen(event.currentTarget.open)}
          >
            <summary>More filters</summary>
            <div class="search-fields">
              {more.map((field) => (
                <OwnField key={field.name} field={field} error={null} />
              ))}
            </div>
          </details>
        )}
      </form>
    </search>
  );
}

interface OwnFieldProps {
  readonly field: SearchField;
  readonly error: string | null;
}

function OwnField({ field, error }: OwnFieldProps) {
  const { name, label, hint, isDay, options } = field;
  if (!isDay && !options) {
    return <TextField id={name} label={label} isOptional hint={hint} error={error} />;
  }
  return (
    <Field id={name} label={label} error={null}>
      <div class="field__box">
        {options ? (
          <select class="field__input" id={name}>
            <option value="">All</option>
            {[...options].map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          <input class="field__input" type="date" id={name} />
        )}
      </div>
    </Field>
  );
}
