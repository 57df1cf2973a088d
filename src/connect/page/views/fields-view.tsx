import type { RefObject, TargetedSubmitEvent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LoginField } from 'tax-connect/providers';
import { Field, FieldInput } from '../../../kit/field.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';
import { LoginHeading, loginPromiseId } from '../parts/login-heading.tsx';
import { StepHead } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { TestHint } from '../parts/test-hint.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

export interface FieldsViewProps {
  readonly provider: SelectedProvider;
  readonly fields: readonly LoginField[];
}

/** Lets the user sign in to a provider that asks for other fields than a user name and a password. */
export function FieldsView({ provider, fields }: FieldsViewProps) {
  const { text } = usePage();
  const { form, first, missing, problem, submit, retry } = useFieldsForm(fields);
  useShownFocus(first);
  const isRefused = problem?.code === 'invalid_credentials';

  return (
    <section class="view" aria-labelledby="view-title">
      <StepHead provider={provider} />
      <LoginHeading provider={provider} />
      {problem && (
        // After `invalid_credentials`, the same input would be refused again, so the user must change it in the form.
        <ProblemNote
          problem={problem}
          takesFocus={!problem.wait}
          {...(!isRefused && { onRetry: retry })}
        />
      )}
      <form class="form" noValidate onSubmit={submit} ref={form}>
        {fields.map((field, index) => (
          <NamedField
            key={field.name}
            field={field}
            isFirst={index === 0}
            inputRef={index === 0 ? first : undefined}
            isMissing={missing.includes(field.name)}
          />
        ))}
        <TestHint provider={provider} />
        <SubmitButton label={text.login.submit} />
      </form>
    </section>
  );
}

interface NamedFieldProps {
  readonly field: LoginField;
  readonly isFirst: boolean;
  readonly inputRef: RefObject<HTMLInputElement | null> | undefined;
  readonly isMissing: boolean;
}

function NamedField({ field, isFirst, inputRef, isMissing }: NamedFieldProps) {
  const { text } = usePage();
  const own = useRef<HTMLInputElement>(null);
  const [isVisible, setIsVisible] = useState(false);
  const isPassword = field.type === 'password';
  const id = `field-${field.name}`;
  const error = isMissing ? text.challenge.fieldMissing : null;
  // Browsers change what people type into `type=email`, so this field only requests the keyboard for addresses.
  // https://html.spec.whatwg.org/multipage/input.html#email-state-(type=email)
  const attributes = {
    name: field.name,
    autocomplete: field.autocomplete ?? (isPassword ? 'current-password' : 'on'),
    inputMode: field.type === 'email' ? ('email' as const) : undefined,
    maxLength: 1000,
    required: true,
  };
  return (
    <Field id={id} label={chooseLabel(field.label, text.lang)} error={error}>
      <div class="field__box">
        <FieldInput
          id={id}
          type={isPassword && !isVisible ? 'password' : 'text'}
          inputRef={inputRef ?? own}
          error={error}
          describedBy={isFirst ? loginPromiseId : undefined}
          attributes={attributes}
        />
        {isPassword && (
          <button
            type="button"
            class="field__toggle"
            aria-describedby={`${id}-label`}
            onClick={() => setIsVisible(!isVisible)}
          >
            <LiveText text={isVisible ? text.login.hide : text.login.show} />
          </button>
        )}
      </div>
    </Field>
  );
}

/** @returns the label of a field in the page's language; in English when the plug-in has none in that language */
function chooseLabel(label: LoginField['label'], language: string): string {
  if (typeof label === 'string') return label;
  const [base = ''] = language.split('-');
  return label[language] ?? label[base] ?? label.en ?? '';
}

function useFieldsForm(fields: readonly LoginField[]) {
  const { store } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  // Each submission sets a new list, so that the effect below runs again for a field that is still empty.
  const [missing, setMissing] = useState<readonly string[]>([]);
  const problem = store.problem.value;
  const inputOf = useMemo(
    () => (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`),
    [],
  );

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (store.pending.value) return;
    const typed = fields.map(({ name, type }) => {
      const value = inputOf(name)?.value ?? '';
      return [name, type === 'password' ? value : value.trim()] as const;
    });
    const empty = typed.filter(([, value]) => value === '').map(([name]) => name);
    setMissing(empty);
    if (empty.length === 0) store.login(Object.fromEntries(typed));
  };

  // This effect runs after the errors are drawn, because screen readers read the first error together with its field.
  useEffect(() => {
    if (missing[0] !== undefined) inputOf(missing[0])?.focus();
  }, [missing, inputOf]);

  useEffect(() => {
    if (problem?.code !== 'invalid_credentials') return;
    for (const { name, type } of fields) {
      const input = type === 'password' ? inputOf(name) : undefined;
      if (input) input.value = '';
    }
  }, [problem, fields, inputOf]);

  const [retry] = useState(() => () => form.current?.requestSubmit());
  return { form, first, missing, problem, submit, retry };
}
