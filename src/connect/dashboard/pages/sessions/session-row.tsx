import { LiveText } from '../../../../kit/live-text.tsx';
import type { ConnectSession } from '../../../shapes/dashboard-answers.ts';
import type { SessionStatus } from '../../../shapes/unions.ts';
import { api } from '../../api.ts';
import { AskedButton } from '../../parts/asked-button.tsx';
import type { TableRow } from '../../parts/row-table.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Status, type StatusKind } from '../../parts/status.tsx';
import { Time } from '../../parts/time.tsx';

/** The time that a backend has to exchange an authorization code, in milliseconds. */
const codeMs = 60_000;

export const statusTexts: Readonly<Record<SessionStatus, string>> = {
  open: 'Open',
  connected: 'Connected',
  denied: 'Denied',
  canceled: 'Canceled',
  expired: 'Expired',
};

const kinds: Readonly<Record<SessionStatus, StatusKind>> = {
  open: 'open',
  connected: 'good',
  denied: 'bad',
  canceled: 'over',
  expired: 'over',
};

/** The headers of the columns that {@link toSessionRow} fills; '' for the column of buttons. */
export const sessionColumns = ['Status', 'Session', 'Created', 'Ends', 'Account', ''] as const;

export interface SessionRowProps {
  readonly clientId: string;
  readonly session: ConnectSession;
  /** Loads the list again, to show how the session ended. It may have ended before the cancellation arrived. */
  readonly reload: () => Promise<void>;
  /** Called after the cancellation removed the focused button. It must move the focus. */
  readonly onCanceled: () => void;
}

/** @returns a row with a session and its result. An open session also gets a Cancel button, which asks first */
export function toSessionRow({ clientId, session, reload, onCanceled }: SessionRowProps): TableRow {
  const { session_id, status, created_at, expires_at, finished_at, client_user_id } = session;
  const cancel = (
    <AskedButton
      label="Cancel"
      fullLabel={`Cancel ${session_id}`}
      question="Then nothing can be connected in this session, not even by a person who has it open now."
      yes="Cancel it now"
      no="Keep it open"
      request={api.cancelSession(clientId, session_id)}
      after={{ reload, done: () => `Nothing can be connected in ${session_id} any more.` }}
      onDone={onCanceled}
    />
  );
  return {
    key: session_id,
    time: created_at,
    cells: [
      <Status kind={kinds[status]} text={statusTexts[status]} />,
      <>
        <ShortId id={session_id} what="session ID" />
        {client_user_id !== null && <span class="detail mono">{client_user_id}</span>}
      </>,
      <Time at={created_at} />,
      <>
        <LiveText text={finished_at === null ? 'Expires' : 'Finished'} />{' '}
        <Time at={finished_at ?? expires_at} />
      </>,
      status === 'connected' ? <Connection session={session} /> : '–',
      status === 'open' && cancel,
    ],
  };
}

/** Shows the account that was connected in a session, and whether the backend has exchanged the session's code. */
function Connection({ session }: Pick<SessionRowProps, 'session'>) {
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
