import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { useApplication, useDashboard } from '../../dashboard-context.ts';
import { ProblemText } from '../../parts/problem-text.tsx';
import { SecretNote, useSecrets } from '../../parts/secret-note.tsx';
import { useAction } from '../../use-data.ts';
import type { Drawing } from './draw-qr-code.ts';

/** A button that creates a session, and a note that shows the session's link, so that a developer can try it. */
export function LinkNote({ reload }: { readonly reload: () => Promise<void> }) {
  const { showSecret } = useDashboard();
  const { clientId } = useApplication();
  const { isBusy, problem, run } = useAction();
  const button = useRef<HTMLButtonElement>(null);
  const [link] = useSecrets('link');

  const create = () =>
    run(api.createLink(clientId), {
      keep: ({ url: value, expires_at: expiresAt }) =>
        showSecret({
          kind: 'link',
          what: 'link',
          of: clientId,
          value,
          home: { view: 'application', clientId, page: 'sessions' },
          expiresAt,
        }),
      reload,
      done: () => 'A link was created.',
    });
  return (
    <>
      <div class="actions">
        <button
          type="button"
          class="button button--small"
          aria-disabled={isBusy}
          ref={button}
          onClick={() => void create()}
        >
          Create a link
        </button>
      </div>
      <ProblemText problem={problem} />
      {link && (
        <SecretNote
          key={link.value}
          secret={link}
          title="Try this link on your phone."
          picture={<QrCode text={link.value} />}
          done="Hide the link"
          onDone={() => button.current?.focus()}
        >
          {' '}
          For your users, your backend <a href="/docs/links">creates links</a>.
        </SecretNote>
      )}
    </>
  );
}

/** Draws a QR code. The library that encodes it is loaded when the first QR code is shown. */
function QrCode({ text }: { readonly text: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const { drawQrCode } = await import('./draw-qr-code.ts');
      if (isCurrent) setDrawing(drawQrCode(text));
    };
    // If the library cannot be loaded, the QR code stays empty. The link can still be copied.
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
