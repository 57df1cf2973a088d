import { useEffect, useRef, useState } from 'preact/hooks';
import { useDashboard } from '../../dashboard-context.ts';
import { formatTime } from '../../format.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ProblemText } from '../../parts/problem-text.tsx';
import { useSubmission } from '../../parts/submit.tsx';
import type { Drawing } from './draw-qr-code.ts';

/** A button that creates a session to try its link, and that link. */
export function LinkNote() {
  const { application, createLink, shownLink } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const button = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const link = shownLink.value;
  const isShown = link !== null && link.clientId === application.value?.client_id;

  useEffect(() => {
    // Focused, because the link is shown only here.
    if (isShown) note.current?.focus();
  }, [isShown, link?.url]);

  const forget = () => {
    shownLink.value = null;
    button.current?.focus();
  };
  return (
    <>
      <div class="actions">
        <button
          type="button"
          class="button button--small"
          aria-disabled={isBusy}
          ref={button}
          onClick={() => void submit(createLink)}
        >
          Create a link
        </button>
      </div>
      <ProblemText problem={problem} />
      {isShown && (
        <div class="note note--success" tabIndex={-1} ref={note}>
          <p>
            <strong>Try this link on your phone.</strong> It is shown only this once, and works
            until {formatTime(link.expiresAt)}. For your users, your backend{' '}
            <a href="/docs/links">creates links</a>.
          </p>
          <p class="copyable">
            <code class="mono">{link.url}</code>
            <CopyButton text={link.url} what="link" />
          </p>
          <QrCode text={link.url} />
          <button type="button" class="quiet-button" onClick={forget}>
            Hide the link
          </button>
        </div>
      )}
    </>
  );
}

/** Draws a QR code. The library is loaded with the first code. */
function QrCode({ text }: { readonly text: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const { drawQrCode } = await import('./draw-qr-code.ts');
      if (isCurrent) setDrawing(drawQrCode(text));
    };
    // Without the library, the link can still be copied.
    draw().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (!drawing) return <div class="qr-code" />;
  const { size, path } = drawing;
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the link"
    >
      {/* Cameras need a light background, even in the dark theme. */}
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
