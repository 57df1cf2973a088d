import { useRef, useState } from 'preact/hooks';
import { Field } from '../../../../kit/field.tsx';
import { LiveText } from '../../../../kit/live-text.tsx';
import { Mark } from '../../../page/parts/parties.tsx';
import { checkLogo, maxLogoBytes } from '../../../shapes/logo.ts';
import { api } from '../../api.ts';
import { useApplication, useIsReader } from '../../dashboard-context.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Form, SaveActions } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { useAction } from '../../use-data.ts';
import { settingsSections } from './section-titles.ts';

const saved = 'The logo is saved.';

export function LogoSection() {
  const { source, logo, name } = useApplication().application;
  const canEdit = !useIsReader() && source !== 'file';
  return (
    <Section
      id="logo-section"
      title={settingsSections['logo-section']}
      lead="People see it when they sign in and allow access."
    >
      {canEdit ? (
        <LogoForm />
      ) : (
        <p class="row">
          <Mark name={name} logo={logo} />
          {logo === null && 'None, so people see the initials'}
        </p>
      )}
    </Section>
  );
}

function LogoForm() {
  const { application, clientId, setApplication } = useApplication();
  const { isBusy, problem, run, refuse } = useAction();
  const [chosen, setChosen] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const error = problem?.description ?? null;

  const submit = async () => {
    const file = input.current?.files?.[0];
    const bytes = await read(file);
    const isDone =
      typeof bytes === 'string'
        ? refuse(bytes)
        : await run(api.setLogo(clientId, encode(bytes)), {
            keep: setApplication,
            done: () => saved,
          });
    // The user may have chosen another picture while this one was saved.
    if (isDone && input.current && input.current.files?.[0] === file) {
      input.current.value = '';
      setChosen(null);
    }
    return 'logo';
  };
  return (
    <Form submit={submit}>
      <Field
        id="logo"
        label="Logo"
        hint="A square PNG or WebP, 32 to 512 pixels, at most 48 kB."
        error={error}
        isAnnounced
      >
        <div class="empty drop">
          <span aria-hidden="true">
            <LiveText text={chosen?.name ?? 'Drop a picture here, or choose a file'} />
          </span>
          <input
            class="drop__input"
            type="file"
            id="logo"
            ref={input}
            accept="image/png,image/webp"
            aria-describedby={error ? 'logo-hint logo-error' : 'logo-hint'}
            aria-invalid={error !== null}
            onInput={() => setChosen(input.current?.files?.[0] ?? null)}
          />
        </div>
      </Field>
      <SaveActions what="logo" isBusy={isBusy} refuse={refuse} saved={saved} />
      {application.logo !== null && (
        <div class="row">
          <ActionButton
            label="Remove logo"
            request={api.setLogo(clientId, null)}
            after={{ keep: setApplication, done: () => 'The logo is removed.' }}
          />
        </div>
      )}
    </Form>
  );
}

/** @returns the bytes of a picture that can be a logo, or the reason why the file has no such picture */
async function read(file: File | undefined): Promise<Uint8Array | string> {
  if (!file) return 'Choose a picture first.';
  try {
    // Only as much is read as is needed to refuse a large file.
    const bytes = new Uint8Array(await file.slice(0, maxLogoBytes + 1).arrayBuffer());
    const checked = checkLogo(bytes);
    return typeof checked === 'string' ? checked : bytes;
  } catch {
    // The file has changed or was removed since it was chosen: https://w3c.github.io/FileAPI/#dfn-error-codes
    return 'Your browser cannot read this file: choose it again.';
  }
}

function encode(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
