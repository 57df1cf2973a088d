import { useRef } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { formatNumber } from '../../format.ts';
import type { Problem } from '../../parse-problem.ts';
import { Section } from '../../parts/section.tsx';
import { SubmitButton, useSubmission } from '../../parts/submit.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { LogoForm } from './logo-form.tsx';

/** The name and the logo, and for test applications the limit of test sign-ins. */
export function DetailsSection({ application }: { readonly application: Application }) {
  const { rename, setSubmissionLimit } = useDashboard();
  const { name, environment, submission_limit, service } = application;
  return (
    <Section id="details" title="Details">
      <SettingForm
        id="rename"
        label="Name"
        initial={name}
        hint="Your users see it when they connect. Up to 100 characters."
        button="Rename"
        save={rename}
      />
      <LogoForm application={application} />
      {environment === 'test' && (
        <SettingForm
          id="submission-limit"
          label="Limit of test sign-ins"
          initial={submission_limit === null ? '' : String(submission_limit)}
          hint={`Empty: ${formatNumber(service.submission_limit)}, as for every test application. What has been used stays used. Sign-ins on the Connect page, which anyone can make, may use four fifths; the rest is kept for your backend.`}
          button="Set limit"
          isNumber
          save={async (text) =>
            /^\d*$/.test(text) ? setSubmissionLimit(text ? Number(text) : null) : notANumber
          }
        />
      )}
    </Section>
  );
}

const notANumber: Problem = { status: 0, description: 'Type a whole number, or nothing.' };

interface SettingFormProps {
  readonly id: string;
  readonly label: string;
  readonly initial: string;
  readonly hint: string;
  readonly button: string;
  readonly isNumber?: boolean;
  readonly save: (text: string) => Promise<Problem | null>;
}

function SettingForm(props: SettingFormProps) {
  const { id, label, initial, hint, button, isNumber = false, save } = props;
  const { isBusy, problem, submit } = useSubmission();
  const input = useRef<HTMLInputElement>(null);
  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const isDone = await submit(() => save(input.current?.value.trim() ?? ''));
    if (!isDone) input.current?.focus();
  };
  return (
    <form class="form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <TextField
        id={id}
        label={label}
        type={isNumber ? 'number' : 'text'}
        maxLength={200}
        inputRef={input}
        initial={initial}
        isOptional={isNumber}
        hint={hint}
        error={problem?.description ?? null}
      >
        <SubmitButton label={button} isBusy={isBusy} kind="small" />
      </TextField>
    </form>
  );
}
