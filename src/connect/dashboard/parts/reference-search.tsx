import { useState } from 'preact/hooks';
import { formatReference, parseReference } from '../../shapes/reference.ts';
import { useDashboard } from '../dashboard-context.ts';
import { Form, readText, SubmitButton, TextField } from './form.tsx';

/** A form that finds flows by their reference. Error screens show the reference, so that people can report it. */
export function ReferenceSearch({ initial = '' }: { readonly initial?: string }) {
  const { go } = useDashboard();
  const [error, setError] = useState<string | null>(null);

  const submit = (data: FormData) => {
    const reference = parseReference(readText(data, 'reference'));
    if (reference === undefined) {
      setError('A reference has eight letters and digits, such as K7QF-3M9T.');
      return 'reference';
    }
    setError(null);
    go({ view: 'reference', reference });
    return null;
  };
  return (
    <search>
      <Form submit={submit}>
        <TextField
          id="reference"
          label="Reference"
          initial={initial && formatReference(initial)}
          hint="People see it on the screen of an error."
          error={error}
        >
          <SubmitButton label="Find reference" isBusy={false} kind="small" />
        </TextField>
      </Form>
    </search>
  );
}
