import { useRef, useState } from 'preact/hooks';
import { Field } from '../../../design/field.tsx';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { checkLogo } from '../../../shapes/logo.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { SubmitButton, useSubmission } from '../../parts/submit.tsx';

const hint =
  'Your users see it when they sign in and allow access. A square PNG or WebP, 32 to 512 pixels, at most 48 kB. Without one they see initials.';

/** Sets the picture that users see beside the application's name. */
export function LogoForm({ application }: { readonly application: Application }) {
  const { setLogo } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { logo, name } = application;
  const error = fault ?? problem?.description ?? null;

  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    const bytes = new Uint8Array((await file?.arrayBuffer()) ?? []);
    const checked = file ? checkLogo(bytes) : 'Choose a picture first.';
    setFault(typeof checked === 'string' ? checked : null);
    const isDone = typeof checked !== 'string' && (await submit(() => setLogo(encode(bytes))));
    if (isDone && input.current) input.current.value = '';
    input.current?.focus();
  };
  const remove = async () => {
    setFault(null);
    await submit(() => setLogo(null));
    input.current?.focus();
  };
  return (
    <form class="form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <Field id="logo" label="Logo" hint={hint} error={error} isAnnounced>
        <div class="field__line logo">
          {logo !== null && (
            <img class="logo__picture" src={logo} alt={`Logo of ${name}`} width="48" height="48" />
          )}
          <input
            class="logo__file"
            type="file"
            id="logo"
            ref={input}
            accept="image/png,image/webp"
            aria-describedby={error ? 'logo-hint logo-error' : 'logo-hint'}
            aria-invalid={error !== null}
          />
          <SubmitButton label="Set logo" isBusy={isBusy} kind="small" />
          {logo !== null && (
            <button type="button" class="button button--small" onClick={() => void remove()}>
              Remove logo
            </button>
          )}
        </div>
      </Field>
    </form>
  );
}

function encode(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
