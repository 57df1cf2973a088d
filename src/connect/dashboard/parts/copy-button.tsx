import { useSignal } from '@preact/signals';
import { copyText } from '../../../kit/copy-text.ts';
import { LiveText } from '../../../kit/live-text.tsx';
import type { Saying } from '../dashboard.ts';
import { useDashboard } from '../dashboard-context.ts';

export interface CopyButtonProps {
  readonly text: string;
  /** The text in words, such as "client ID". Screen readers call the button "Copy the client ID". */
  readonly what: string;
}

/** Copies a text. The button says so for as long as the live region does. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const { say, status } = useDashboard();
  const said = useSignal<Saying | null>(null);
  const isRefused = useSignal(false);
  const copy = async () => {
    isRefused.value = !(await copyText(text));
    say(isRefused.value ? '' : `Copied the ${what}.`);
    said.value = status.peek();
  };
  const isCopied = said.value !== null && said.value === status.value;
  const label = isCopied ? 'Copied' : 'Copy';
  return (
    <>
      <button
        type="button"
        class="button button--small copy"
        aria-label={`${label} the ${what}`}
        onClick={() => void copy()}
      >
        <LiveText text={label} />
      </button>
      {isRefused.value && (
        <span class="field__error" role="alert">
          Your browser did not copy the {what}: select it and copy it by hand.
        </span>
      )}
    </>
  );
}
