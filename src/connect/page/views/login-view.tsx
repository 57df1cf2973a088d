import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LoginField } from 'tax-connect/providers';
import { fill, splitText } from '../../../texts/fill.ts';
import type { PageTexts } from '../../../texts/surfaces.ts';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import type { testLogin } from '../../shapes/test-login.ts';
import { usePage } from '../page-context.ts';
import { Domain } from '../parts/domain.tsx';
import { LoginHeading, loginPromiseId } from '../parts/headings.tsx';
import { Parties } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { StepForm } from '../parts/step-form.tsx';
import { TestHint } from '../parts/test-hint.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** The error of a field. It is a code and not a text, because the user may change the language. */
type Fault = 'missing' | 'wrong' | null;

/** The fields of a provider that names none. Their texts are in the page's own languages. */
const usualFields: readonly LoginField[] = [
  { name: 'username', label: '', autocomplete: 'username' },
  { name: 'password', label: '', type: 'password' },
];

export function LoginView({ provider }: { readonly provider: SelectedProvider }) {
  const { text, problem } = usePage();
  const section = useRef<HTMLElement>(null);
  const start = useRef<HTMLInputElement>(null);
  const { fields, faults, isKnown, isOther, ...form } = useLoginForm(provider, section);
  const startIndex = isKnown ? 1 : 0;
  const [before, after] = splitText(text.login.troubleAdvice, 'domain');
  const isUsual = fields === usualFields;
  const describeField = isUsual ? describeUsual : describe;
  const isRefused = problem?.code === 'invalid_credentials';
  useShownFocus(start);

  return (
    <section class="view" aria-labelledby="view-title" ref={section}>
      <Parties provider={provider} />
      <LoginHeading provider={provider} />
      <ProblemNote
        takesFocus={!problem?.wait && !(isRefused && isUsual)}
        isRepeatedBelow
        // The provider would refuse the same credentials again.
        onRetry={isRefused ? undefined : form.retry}
      />
      <StepForm label={text.login.submit} isOther={isOther} onSubmit={form.submit}>
        {fields.map((field, index) => {
          const { missing, ...texts } = describeField(field, text);
          return (
            <TextField
              key={field.name}
              {...texts}
              name={field.name}
              isPassword={field.type === 'password'}
              inputRef={index === startIndex ? start : undefined}
              onInput={isUsual && index === 0 ? form.compare : undefined}
              error={faults[index] === 'missing' ? missing : null}
              isWrong={faults[index] === 'wrong'}
              describedBy={index === 0 ? loginPromiseId : undefined}
            />
          );
        })}
        <details class="more">
          <summary class="more__title">{text.login.trouble}</summary>
          {before}
          <Domain name={provider.domain} after={after} />
        </details>
        <TestHint provider={provider} fillIn={isUsual ? form.fillIn : undefined} />
      </StepForm>
    </section>
  );
}

function describeUsual({ name, autocomplete = 'current-password' }: LoginField, text: PageTexts) {
  const { login } = text;
  const own =
    name === 'username'
      ? { label: login.username, missing: login.usernameMissing, maxLength: 200 }
      : { label: login.password, missing: login.passwordMissing, maxLength: 1000 };
  return { id: name, autocomplete, dir: 'ltr', ...own } as const;
}

function describe({ name, label, type, autocomplete }: LoginField, { lang, challenge }: PageTexts) {
  return {
    id: `field-${name}`,
    label: chooseLabel(label, lang),
    missing: challenge.fieldMissing,
    autocomplete: autocomplete ?? (type === 'password' ? 'current-password' : 'on'),
    // Browsers change what people type into `type=email`, so this field only requests the keyboard for addresses.
    // https://html.spec.whatwg.org/multipage/input.html#email-state-(type=email)
    inputMode: type === 'email' ? ('email' as const) : undefined,
    maxLength: 1000,
  };
}

/** @returns the label of a field in the page's language; in English when the plug-in has none in that language */
function chooseLabel(label: LoginField['label'], language: string): string {
  if (typeof label === 'string') return label;
  const [base = ''] = language.split('-');
  return label[language] ?? label[base] ?? label.en ?? '';
}

function useLoginForm(provider: SelectedProvider, section: RefObject<HTMLElement | null>) {
  const { dispatch, problem, typedNames } = usePage();
  const { id, fields = null } = provider;
  const [known] = useState(() => (fields ? '' : (typedNames.get(id) ?? '')));
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const sent = useRef('');
  const [isOther, setIsOther] = useState(false);
  const shown = fields ?? usualFields;
  const listInputs = () => [...(section.current?.querySelectorAll('input') ?? [])];

  const submit = () => {
    const typed = listInputs().map(({ name, value }, index) => {
      return [name, shown[index]?.type === 'password' ? value : value.trim()] as const;
    });
    const missing = typed.map(([, value]) => (value === '' ? 'missing' : null));
    setFaults(missing);
    if (missing.includes('missing')) return;
    sent.current = typed[0]?.[1] ?? '';
    setIsOther(false);
    dispatch('login', Object.fromEntries(typed));
  };
  // The service counts tries for each user name. A user who corrects the name need not wait.
  const compare = () => {
    const typed = listInputs()[0]?.value.trim() ?? '';
    typedNames.set(id, typed);
    setIsOther(typed !== sent.current);
  };

  const fillIn = (login: typeof testLogin) => {
    const [username, password] = listInputs();
    if (!username || !password) return;
    username.value = login.username;
    password.value = login.password;
    setFaults([]);
    compare();
    password.focus();
  };

  useLayoutEffect(() => {
    const [input] = listInputs();
    if (input && known) input.value = known;
  }, [known]);

  // This effect runs after the errors are drawn. Whether an error is announced depends on where the focus was before.
  useEffect(() => {
    listInputs()[faults.indexOf('missing')]?.focus();
  }, [faults]);

  useEffect(() => {
    if (problem?.code !== 'invalid_credentials') return;
    const inputs = listInputs();
    for (const [index, { type }] of shown.entries()) {
      const input = type === 'password' ? inputs[index] : undefined;
      if (input) input.value = '';
    }
    if (fields) return;
    // The provider does not say which of the two is wrong, so both fields are marked, and one note gives the reason.
    setFaults(['wrong', 'wrong']);
    inputs[1]?.focus();
  }, [problem]);

  // After other problems than wrong credentials, the password stays in its field, so that one press tries again.
  const retry = () => listInputs()[0]?.form?.requestSubmit();
  const isKnown = known !== '';
  return { fields: shown, faults, isKnown, isOther, submit, compare, fillIn, retry };
}

/** Shown before the user leaves for the provider's own site, where they sign in, and again after their return. */
export function RedirectView({ provider }: { readonly provider: SelectedProvider }) {
  const { dispatch, pending, text } = usePage();
  const names = { provider: provider.name };
  return (
    <section class="view" aria-labelledby="view-title" aria-busy={pending !== null}>
      <Parties provider={provider} />
      <LoginHeading provider={provider} takesFocus />
      <p class="view__lead">{fill(text.redirect.lead, names)}</p>
      <ProblemNote />
      <StepForm label={fill(text.redirect.submit, names)} onSubmit={() => dispatch('goToProvider')}>
        <TestHint provider={provider} />
      </StepForm>
    </section>
  );
}
