import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ShownSecret } from '../dashboard.ts';
import { useDashboard } from '../dashboard-context.ts';
import { formatTime } from '../format.ts';
import { isWithin } from '../routes.ts';
import { CopyButton } from './copy-button.tsx';

export interface SecretNotesProps {
  readonly kind: ShownSecret['kind'];
  /** The text after "It is shown only this once." */
  readonly children?: ComponentChildren;
}

/** @returns the secrets of a kind that belong to the current view */
export function useSecrets(kind: ShownSecret['kind']): readonly ShownSecret[] {
  const { secrets, route } = useDashboard();
  return secrets.value.filter(
    (secret) => secret.kind === kind && isWithin(route.value, secret.home),
  );
}

/** Shows the new secrets of a kind in their own view. */
export function SecretNotes({ kind, children }: SecretNotesProps) {
  const secrets = useSecrets(kind);
  return (
    <>
      {secrets.map((secret) => (
        <SecretNote key={secret.value} secret={secret} isNamed={secrets.length > 1}>
          {children}
        </SecretNote>
      ))}
    </>
  );
}

export interface SecretNoteProps {
  readonly secret: ShownSecret;
  /** Whether the note names the owner of the secret, because the view does not, or because it shows several notes. */
  readonly isNamed?: boolean;
  readonly children?: ComponentChildren;
}

/** Shows a secret for the only time. */
export function SecretNote({ secret, isNamed = false, children }: SecretNoteProps) {
  const { forgetSecret } = useDashboard();
  const { kind, what, of, value, expiresAt } = secret;
  const note = useRef<HTMLDivElement>(null);
  // The note gets the focus, because the secret is shown only here.
  useEffect(() => note.current?.focus(), [value]);
  return (
    <div class="note note--success" tabIndex={-1} ref={note}>
      <p>
        <strong>
          Copy the {what}
          {isNamed && of && ` of ${of}`} now.
        </strong>{' '}
        It is shown only this once.
        {expiresAt !== null && ` It works until ${formatTime(expiresAt)}.`}
        {children}
      </p>
      <p class="copyable">
        <code class="mono" data-testid={kind}>
          {value}
        </code>
        <CopyButton text={value} what={what} />
      </p>
      <button type="button" class="quiet-button" onClick={() => forgetSecret(secret)}>
        I have stored it
      </button>
    </div>
  );
}
