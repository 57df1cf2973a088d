import type { TargetedEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { Field } from '../../../kit/field.tsx';
import type { Filters } from '../routes.ts';
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

/** A choice waits this long for the next one, because the arrow keys choose each option that they pass. */
const pauseMs = 300;

/** Applies an option when it is chosen, and other fields on submit. On a phone, a button folds the form. */
export function SearchForm<Row, Choice extends Filters>(props: {
  readonly list: List<Row, Choice>;
  readonly fields: SearchFields;
}) {
  const { list, fields } = props;
  const { choice, noun } = list;
  const [main] = fields;
  const limits = fields.filter(({ name }) => choice[name] !== '');
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const openerId = `${noun[1]}-filters`;
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  // The choice changes elsewhere, too, and the options of a select may be loaded after it.
  useLayoutEffect(() => {
    const inputs = opener.current?.form?.elements;
    for (const { name } of fields) {
      const input = inputs?.namedItem(name);
      if (input && 'value' in input) input.value = choice[name] ?? '';
    }
  }, [JSON.stringify(fields.map(({ name, options }) => [choice[name], options?.size]))]);

  const apply = (data: FormData) => {
    clearTimeout(pause.current);
    const values = fields.map(({ name }) => [name, readText(data, name)]);
    list.choose(Object.fromEntries(values) as Partial<Choice>);
  };
  const choose = ({ target, currentTarget: form }: TargetedEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLSelectElement)) return;
    clearTimeout(pause.current);
    pause.current = setTimeout(() => apply(new FormData(form)), pauseMs);
  };
  const show = (data: FormData) => {
    apply(data);
    const isPhone = Boolean(opener.current?.offsetWidth);
    if (!isPhone) return main.name;
    // The open form would hide the rows.
    setIsOpen(false);
    return openerId;
  };
  const clear = () => document.getElementById(show(new FormData()))?.focus();
  return (
    <search>
      {/* The browser checks the days: the value of one that does not exist is '', which would not limit the search. */}
      <Form class="form row search-fields" noValidate={false} submit={show} onChange={choose}>
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
          <OwnField key={field.name} {...field} />
        ))}
        <SubmitButton label={`Search ${noun[1]}`} isBusy={list.isLoading} kind="small" />
        {limits.length > 0 && (
          <Button look="small" onClick={clear}>
            Show all {noun[1]}
          </Button>
        )}
      </Form>
    </search>
  );
}

function OwnField({ name, label, isDay, options }: SearchField) {
  if (!isDay && !options) return <TextField id={name} label={label} isOptional error={null} />;
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
