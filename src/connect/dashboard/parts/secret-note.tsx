import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';

/** A new secret, and the end of its note. */
interface SecretNoteProps {
  readonly secret: string;
  /** The kind of secret, such as "client secret"; it completes "Copy the". */
  readonly what: string;
  /** The name of the secret's owner, to distinguish secrets of the same kind. */
  readonly name?: string;
  readonly testId: string;
  readonly onStored: () => void;
  /** Follows "It is shown only this once." */
  readonly children?: ComponentChildren;
}

/** Shows a secret, which is shown only once. */
export function SecretNote({ secret, what, name, testId, onStored, children }: SecretNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  // Focused, because the secret is shown only here.
  useEffect(() => note.current?.focus(), [secret]);
  return (
    <div class="note note--success" tabIndex={-1} ref={note}>
      <p>
        <strong>
          Copy the {what} {name === undefined ? 'now' : `${name} now`}.
        </strong>{' '}
        It is shown only this once.{children}
      </p>
      <p class="copyable">
        <code class="mono" data-testid={testId}>
          {secret}
        </code>
        <CopyButton text={secret} what={what} />
      </p>
      <button type="button" class="quiet-button" onClick={onStored}>
        I have stored it
      </button>
    </div>
  );
}
