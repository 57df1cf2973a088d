import type { ComponentChildren, Ref, TargetedMouseEvent } from 'preact';

/** `primary`: the main action of a view. `danger`: it cannot be undone. `choice`: Allow and Deny. */
const looks = {
  primary: 'button button--primary',
  quiet: 'button button--quiet',
  small: 'button button--small',
  danger: 'button button--small button--danger',
  choice: 'button button--choice',
} as const;

interface ButtonProps {
  /** Default: `primary`. */
  readonly look?: keyof typeof looks;
  /** Default: `button`. A `submit` button is also clicked while it is inert, and can then prevent the submission. */
  readonly type?: 'button' | 'submit';
  readonly value?: string;
  /** The accessible name; default: the content. */
  readonly label?: string | undefined;
  /** Draws a spinner, because the action is under way. */
  readonly isBusy?: boolean;
  /** A press does nothing now. The button has no `disabled`, because a disabled button loses the focus. */
  readonly isInert?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
  readonly children: ComponentChildren;
}

export function Button({ look = 'primary', type = 'button', ...props }: ButtonProps) {
  const { value, label, isBusy, isInert, buttonRef, onClick, children } = props;
  return (
    <button
      type={type}
      value={value}
      class={looks[look]}
      aria-label={label}
      aria-disabled={isInert}
      ref={buttonRef ?? null}
      onClick={isInert && type === 'button' ? undefined : onClick}
    >
      {isBusy && <span class="spinner" aria-hidden="true" />}
      <span>{children}</span>
    </button>
  );
}
