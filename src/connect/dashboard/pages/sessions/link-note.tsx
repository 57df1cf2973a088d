import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { useApplication, useDashboard } from '../../dashboard-context.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { SecretNote, useSecrets } from '../../parts/secret-note.tsx';
import type { Drawing } from './draw-qr-code.ts';

/** A button that creates a session, and a note that shows the session's link, so that a developer can try it. */
export function LinkNote({ reload }: { readonly reload: () => Promise<void> }) {
  const { showSecret } = useDashboard();
  const { clientId } = useApplication();
  const actions = useRef<HTMLDivElement>(null);
  const [link] = useSecrets('link');
  return (
    <>
      <div class="row" ref={actions}>
        <ActionButton
          label="Create a link"
          request={api.createLink(clientId)}
          after={{
            keep({ url: value, expires_at: expiresAt }) {
              const home = { view: 'application', clientId, page: 'sessions' } as const;
              showSecret({ kind: 'link', what: 'link', of: clientId, value, home, expiresAt });
            },
            reload,
            done: () => 'A link was created.',
          }}
        />
      </div>
      {link && (
        <SecretNote
          key={link.value}
          secret={link}
          title="Try this link on your phone."
          picture={<QrCode text={link.value} />}
          done="Hide the link"
          onDone={() => actions.current?.querySelector('button')?.focus()}
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
