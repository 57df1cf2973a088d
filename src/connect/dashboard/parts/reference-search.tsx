import { useRef, useState } from 'preact/hooks';
import { formatReference, parseReference } from '../../shapes/reference.ts';
import { useDashboard } from '../dashboard-context.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';

export const referenceAdvice = 'A reference has eight letters and digits, such as K7QF-3M9T.';

/** A form that finds flows by their reference. Error screens show the reference, so that people can report it. */
export function ReferenceSearch({ initial = '' }: { readonly initial?: string }) {
  const { go } = useDashboard();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);

  const handleSubmit = (event: Event) => {
    event.preventDefault();
    const reference = parseReference(input.current?.value ?? '');
    if (reference !== undefined) {
      go({ view: 'reference', reference });
      return;
    }
    setError(referenceAdvice);
    input.current?.focus();
  };
  return (
    <search>
      <form class="form" noValidate onSubmit={handleSubmit}>
        <TextField
          id="reference"
          label="Reference"
          maxLength={200}
          inputRef={input}
          initial={initial && formatReference(initial)}
          hint="People see it on the screen of an error."
          error={error}
        >
          <SubmitButton label="Find reference" isBusy={false} kind="small" />
        </TextField>
      </form>
    </search>
  );
}
