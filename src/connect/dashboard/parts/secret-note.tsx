import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import type { ShownSecret } from '../dashboard.ts';
import { useDashboard } from '../dashboard-context.ts';
import { formatTime } from '../format.ts';
import { isWithin } from '../routes.ts';
import { CopyButton } from './copy-button.tsx';

export interface SecretNotesProps {
  readonly kind: ShownSecret['kind'];
  /** More text, which follows the sentence "It is shown only this once." */
  readonly children?: ComponentChildren;
}

/** @returns the item whose page is shown, such as a webhook */
function useShownItem(): string | undefined {
  const { value } = useDashboard().route;
  return value.view === 'application' ? value.item : undefined;
}

export function useSecrets(kind: ShownSecret['kind']): readonly ShownSecret[] {
  const { secrets, route } = useDashboard();
  const shown = route.value;
  const item = useShownItem();
  return secrets.value.filter(
    (secret) =>
      secret.kind === kind &&
      isWithin(shown, secret.home) &&
      (item === undefined || secret.item === item),
  );
}

export function SecretNotes({ kind, children }: SecretNotesProps) {
  const secrets = useSecrets(kind);
  const item = useShownItem();
  return (
    <>
      {secrets.map((secret) => (
        <SecretNote
          key={secret.value}
          secret={secret}
          isNamed={secrets.length > 1 || secret.item !== item}
        >
          {children}
        </SecretNote>
      ))}
    </>
  );
}

export interface SecretNoteProps {
  readonly secret: ShownSecret;
  /** True when the note names the application or webhook of the secret. Needed when the view does not make it clear. */
  readonly isNamed?: boolean;
  readonly title?: string;
  readonly picture?: ComponentChildren;
  readonly done?: string;
  readonly onDone?: () => void;
  readonly children?: ComponentChildren;
}

export function SecretNote(props: SecretNoteProps) {
  const { secret, isNamed, title, picture, done = 'I have stored it', onDone, children } = props;
  const { forgetSecret } = useDashboard();
  const { kind, what, of, value, expiresAt } = secret;
  const note = useRef<HTMLDivElement>(null);
  // The note gets the focus, because the secret is shown only here.
  useEffect(() => note.current?.focus(), [value]);
  return (
    <div class="note note--test" tabIndex={-1} ref={note}>
      <p>
        <strong>{title ?? `Copy the ${what}${isNamed && of ? ` of ${of}` : ''} now.`}</strong> It is
        shown only this once.
        {expiresAt !== undefined && ` It works until ${formatTime(expiresAt)}.`}
        {children}
      </p>
      <p class="row">
        <code class="mono" data-testid={kind}>
          {value}
        </code>
        <CopyButton text={value} what={what} />
        <Button
          look="small"
          onClick={({ currentTarget }) => {
            // The pressed button is removed, so the heading above it gets the focus.
            const part = currentTarget.closest('section') ?? document;
            const heading = part.querySelector<HTMLElement>('h2[tabindex], h1[tabindex]');
            forgetSecret(secret);
            heading?.focus({ preventScroll: true });
            onDone?.();
          }}
        >
          {done}
        </Button>
      </p>
      {picture}
    </div>
  );
}
