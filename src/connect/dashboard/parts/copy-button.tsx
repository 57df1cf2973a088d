import { useDashboard } from '../dashboard-context.ts';

/** The copied text and its name. */
export interface CopyButtonProps {
  readonly text: string;
  /** The name of the text, such as "client ID"; it completes "Copy". */
  readonly what: string;
}

/** Copies a text, and reports the result in the live region. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const { say } = useDashboard();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied the ${what}.`);
    } catch {
      // The browser refuses, or has no clipboard over plain http. The user can still select the text.
      // https://w3c.github.io/clipboard-apis/#async-clipboard-api
      say(`Your browser did not copy the ${what}: select it and copy it by hand.`);
    }
  };
  return (
    <button
      type="button"
      class="button button--small copy"
      aria-label={`Copy the ${what}`}
      onClick={() => void copy()}
    >
      Copy
    </button>
  );
}
