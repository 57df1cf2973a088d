import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Field, FieldInput } from '../../../kit/field.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { usePage } from '../page-context.ts';

export interface TextFieldProps {
  readonly id: string;
  /** The name of the value; default: the ID. */
  readonly name?: string;
  readonly label: string;
  readonly isPassword?: boolean;
  readonly autocomplete: string;
  /** The longest value that the service accepts, in UTF-16 units. */
  readonly maxLength: number;
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
  readonly inputMode?: 'numeric' | 'text' | 'email' | undefined;
  /** `ltr` for values that are written from left to right in every language, such as codes. */
  readonly dir?: 'ltr' | undefined;
  /** The number of characters of the value, if the field shows a cell for each. Otherwise 0. Default: 0. */
  readonly cells?: number;
  /** The rule for the value, such as its length, shown with the field. */
  readonly hint?: string | undefined;
  readonly onInput?: (() => void) | undefined;
  readonly error: string | null;
  /** True when the value is marked as wrong while another element shows the error. */
  readonly isWrong?: boolean;
  /** The element ID of another text that describes the field. */
  readonly describedBy?: string | undefined;
}

/** A text field, with its label and its error. Pasting is allowed, also into a password. */
export function TextField(props: TextFieldProps) {
  const { id, label, hint, error, describedBy, ...others } = props;
  const { isPassword = false, cells = 0, isWrong = false, inputRef: given, ...attributes } = others;
  const { login } = usePage().text;
  const own = useRef<HTMLInputElement>(null);
  const inputRef = given ?? own;
  const [isVisible, setIsVisible] = useState(!isPassword);
  // Screen readers read an error when its field gets the focus. Otherwise it must be announced (WCAG 4.1.3).
  const hasFocus = useMemo(
    () => error !== null && document.activeElement === inputRef.current,
    [error, inputRef],
  );
  return (
    <Field id={id} label={label} hint={hint} error={error} isAnnounced={hasFocus}>
      <div class="field__box" style={cells > 0 ? { '--cells': cells } : undefined}>
        <FieldInput
          id={id}
          type={isVisible ? 'text' : 'password'}
          inputRef={inputRef}
          hint={hint}
          error={error}
          describedBy={describedBy}
          attributes={{ required: true, 'aria-invalid': isWrong || error !== null, ...attributes }}
        />
        {cells > 0 && <Cells count={cells} inputRef={inputRef} />}
        {isPassword && (
          <button
            type="button"
            class="field__toggle"
            // The label describes the button, but is not its name. Otherwise two controls would be called “Password”.
            aria-describedby={`${id}-label`}
            onClick={() => setIsVisible(!isVisible)}
          >
            <LiveText text={isVisible ? login.hide : login.show} />
          </button>
        )}
      </div>
    </Field>
  );
}

interface CellsProps {
  readonly count: number;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The cells below a code. While the field has the focus, the cell of the next character is marked. */
function Cells({ count, inputRef }: CellsProps) {
  const [caret, setCaret] = useState(0);
  useEffect(() => {
    const follow = () => setCaret(inputRef.current?.selectionStart ?? 0);
    // `selectionchange` comes with each key, and also when the user moves the caret.
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, [inputRef]);
  const next = Math.min(caret, count - 1);
  return (
    <span class="cells" aria-hidden="true">
      {Array.from({ length: count }, (_, cell) => (
        <i key={cell} class={cell === next ? 'cells__next' : undefined} />
      ))}
    </span>
  );
}
