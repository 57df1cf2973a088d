import { useRef, useState } from 'preact/hooks';
import { LiveText } from '../../design/live-text.tsx';
import { usePage } from '../page-context.ts';

/** The reference that a user quotes to support. Support finds it in the dashboard. */
export function Reference({ value }: { readonly value: string }) {
  const { text } = usePage();
  const code = useRef<HTMLElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(value).then(
      () => setIsCopied(true),
      // The browser refuses to copy. The text is selected, so that the user can copy it.
      () => code.current && window.getSelection()?.selectAllChildren(code.current),
    );
  };
  return (
    <p class="reference">
      <span>{text.reference}</span>
      <code dir="ltr" translate={false} ref={code}>
        {value}
      </code>
      <button type="button" class="quiet-button" onClick={copy}>
        <span aria-live="polite">
          <LiveText text={isCopied ? text.copied : text.copy} />
        </span>
      </button>
    </p>
  );
}
