import { copyText } from '../../../kit/copy-text.ts';
import { useDashboard } from '../dashboard-context.ts';

export interface CopyButtonProps {
  readonly text: string;
  /** The text in words, such as "client ID". Screen readers call the button "Copy client ID". */
  readonly what: string;
}

/** Copies a text, and reports the result in the live region. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const { say } = useDashboard();
  const copy = async () => {
    const isCopied = await copyText(text);
    say(
      isCopied
        ? `Copied the ${what}.`
        : `Your browser did not copy the ${what}: select it and copy it by hand.`,
    );
  };
  return (
    <button
      type="button"
      class="button button--small"
      aria-label={`Copy the ${what}`}
      onClick={() => void copy()}
    >
      Copy
    </button>
  );
}
