import { useDashboard } from '../dashboard-context.ts';

/** What is copied, and what it is called. */
export interface CopyButtonProps {
  readonly text: string;
  /** Such as "client ID"; completes "Copy". */
  readonly what: string;
}

/** Copies a text; the live region says whether that worked. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const { say } = useDashboard();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied the ${what}.`);
    } catch {
      // The browser refuses, or has no clipboard over plain http. The text can still be selected.
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
