import { useRef, useState } from 'preact/hooks';
import { copyText } from '../../../kit/copy-text.ts';
import { LiveText } from '../../../kit/live-text.tsx';
import { formatReference } from '../../shapes/reference.ts';
import { usePage } from '../page-context.ts';

/** The reference that a user quotes to support. Support finds it in the dashboard. */
export function Reference() {
  const { reference, text } = usePage();
  const value = formatReference(reference);
  const code = useRef<HTMLElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (await copyText(value)) setIsCopied(true);
    // If copying fails, the text is selected, so that the user can copy it.
    else if (code.current) window.getSelection()?.selectAllChildren(code.current);
  };
  return (
    <p class="reference">
      <span>{text.reference}</span>
      <code dir="ltr" translate={false} ref={code}>
        {value}
      </code>
      <button type="button" class="quiet-button" onClick={() => void copy()}>
        <span aria-live="polite">
          <LiveText text={isCopied ? text.copied : text.copy} />
        </span>
      </button>
    </p>
  );
}
