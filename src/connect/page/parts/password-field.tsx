import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { LiveText } from '../../../kit/live-text.tsx';
import { usePage } from '../page-context.ts';
import { TextField } from './text-field.tsx';

export interface PasswordFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly error: string | null;
  /** Whether the value is marked as wrong while another element shows the error. */
  readonly isWrong: boolean;
}

/** The password, hidden until the user shows it. Pasting is allowed. */
export function PasswordField({ inputRef, error, isWrong }: PasswordFieldProps) {
  const { text } = usePage();
  const [isVisible, setIsVisible] = useState(false);
  return (
    <TextField
      id="password"
      label={text.login.password}
      type={isVisible ? 'text' : 'password'}
      autoComplete="current-password"
      maxLength={1000}
      inputRef={inputRef}
      error={error}
      isWrong={isWrong}
    >
      <button
        type="button"
        class="field__toggle"
        // The field's label describes the button, but is not part of its name. Otherwise two controls would be called
        // “Password”.
        aria-describedby="password-label"
        onClick={() => setIsVisible(!isVisible)}
      >
        <LiveText text={isVisible ? text.login.hide : text.login.show} />
      </button>
    </TextField>
  );
}
