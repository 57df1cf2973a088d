import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { TextField } from './text-field.tsx';

/** What the password field needs. */
export interface PasswordFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** What is wrong with the value, or null. */
  readonly error: string | null;
  /** Whether the value is marked as wrong though what is wrong with it is said elsewhere. */
  readonly isWrong: boolean;
}

/** The password, hidden until the user wants to see it. Pasting is left alone. */
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
        // Not part of the name, or two controls would be called “Password”.
        aria-describedby="password-label"
        onClick={() => setIsVisible(!isVisible)}
      >
        {isVisible ? text.login.hide : text.login.show}
      </button>
    </TextField>
  );
}
