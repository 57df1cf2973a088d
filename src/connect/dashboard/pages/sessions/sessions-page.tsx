import { useEffect, useRef, useState } from 'preact/hooks';
import { LiveText } from '../../../../kit/live-text.tsx';
import type { ConnectSession } from '../../../shapes/dashboard-answers.ts';
import type { SessionStatus } from '../../../shapes/unions.ts';
import { api } from '../../api.ts';
import { OperatorOnly, useApplication, useDashboard } from '../../dashboard-context.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { StatusChoice } from '../../parts/choices.tsx';
import { RowList, type TableRow } from '../../parts/row-list.tsx';
import { SecretNote, useSecrets } from '../../parts/secret-note.tsx';
import { ShortId, Status, type StatusProps, Time } from '../../parts/values.tsx';
import { useList } from '../../use-data.ts';
import type { Drawing } from './draw-qr-code.ts';

/** The time that a backend has to exchange an authorization code, in milliseconds. */
const codeMs = 60_000;

const everything = { status: '' };

const statuses: Readonly<Record<SessionStatus, StatusProps>> = {
  open: { kind: 'open', text: 'Open' },
  connected: { kind: 'good', text: 'Connected' },
  denied: { kind: 'over', text: 'Denied' },
  canceled: { kind: 'over', text: 'Canceled' },
  expired: { kind: 'over', text: 'Expired' },
};

export function SessionsPage() {
  const { clientId } = useApplication();
  const list = useList({
    request: (...page) => api.sessions(clientId, ...page),
    everything,
    noun: ['session', 'sessions'],
  });
  const { choice, choose } = list;
  return (
    <section class="view" aria-labelledby="sessions-title">
      <h2 class="visually-hidden" id="sessions-title" tabIndex={-1}>
        Sessions that your backend has made
      </h2>
      <p class="muted">The newest first. A session is kept for seven days after its end.</p>
      <OperatorOnly>
        <LinkNote reload={list.reload} />
      </OperatorOnly>
      <StatusChoice
        all={statuses}
        chosen={choice.status}
        onChoose={(status) => choose({ status })}
      />
      <RowList
        list={list}
        caption="Sessions that your backend has made"
        timeColumn="Created"
        toRow={(session) => toRow(clientId, session, list.reload)}
        empty={
          choice.status === '' ? (
            <>
              None yet. A session is an offer to connect one account, which your backend makes for
              one of its users. <a href="/docs/sessions">About sessions</a>
            </>
          ) : (
            'No session has this status.'
          )
        }
      />
    </section>
  );
}

function toRow(clientId: string, session: ConnectSession, reload: () => Promise<void>): TableRow {
  const { session_id: id, status, created_at, finished_at, client_user_id } = session;
  return {
    key: id,
    time: created_at,
    cells: {
      Status: <Status {...statuses[status]} />,
      Session: (
        <>
          <ShortId id={id} what="session ID" />
          {client_user_id !== null && <span class="detail mono">{client_user_id}</span>}
        </>
      ),
      Created: <Time at={created_at} />,
      Ends: (
        <>
          <LiveText text={finished_at === null ? 'Expires' : 'Finished'} />{' '}
          <Time at={finished_at ?? session.expires_at} />
        </>
      ),
      Account: status === 'connected' ? <Connection session={session} /> : '–',
      '': status === 'open' && (
        <ActionButton
          label="Cancel"
          fullLabel={`Cancel ${id}`}
          question="Then nothing can be connected in this session, not even by a person who has it open now."
          yes="Cancel it now"
          no="Keep it open"
          request={api.cancelSession(clientId, id)}
          // The session may have ended in another way before it was canceled.
          after={{ reload, done: () => `Nothing can be connected in ${id} any more.` }}
          isRemoved
        />
      ),
    },
  };
}

/** Shows the account that was connected in a session, and whether the backend has exchanged the session's code. */
function Connection({ session }: { readonly session: ConnectSession }) {
  const { account_id, provider_id, exchanged, finished_at } = session;
  const isLost = !exchanged && finished_at !== null && Date.now() - finished_at > codeMs;
  return (
    <>
      {provider_id} <ShortId id={account_id ?? ''} what="account ID" />
      <span class="detail" key={`${isLost} ${exchanged}`}>
        {isLost ? (
          <>
            <strong>Code not exchanged.</strong> The person believes that the account is connected.{' '}
            <a href="/docs/sessions#finish-a-lost-code">Finish a lost code</a>
          </>
        ) : exchanged ? (
          'Code exchanged.'
        ) : (
          'The code waits for your backend.'
        )}
      </span>
    </>
  );
}

/** A button that creates a session, and a note that shows the session's link, so that a developer can try it. */
function LinkNote({ reload }: { readonly reload: () => Promise<void> }) {
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
    const draw = async () => {
      const { drawQrCode } = await import('./draw-qr-code.ts');
      setDrawing(drawQrCode(text));
    };
    // If the library cannot be loaded, the QR code stays empty. The link can still be copied.
    draw().catch(() => undefined);
  }, []);
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
