import type { ConnectSession } from '../../../shapes/dashboard-answers.ts';
import type { SessionStatus } from '../../../shapes/unions.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { formatTime } from '../../format.ts';
import { AskedButton } from '../../parts/asked-button.tsx';

/** How long a code is valid after the consent, in milliseconds. */
const codeMs = 60_000;

/** The texts of the statuses. */
export const statusTexts: Readonly<Record<SessionStatus, string>> = {
  open: 'Open',
  connected: 'Connected',
  denied: 'Denied',
  canceled: 'Canceled',
  expired: 'Expired',
};

/** The colours of the statuses, the same as for the outcomes of flows. */
const statusColours: Readonly<Record<SessionStatus, string>> = {
  open: 'outcome--in_progress',
  connected: 'outcome--code_exchanged',
  denied: 'outcome--denied',
  canceled: '',
  expired: '',
};

/** A session that the application's backend has created. */
export interface SessionRowProps {
  readonly session: ConnectSession;
  /** Called after the cancellation, when the pressed button was removed. */
  readonly onCanceled: () => void;
}

/** A session and its result. An open session has a button that cancels it after a question. */
export function SessionRow({ session, onCanceled }: SessionRowProps) {
  const { cancelSession } = useDashboard();
  const { session_id, status, created_at, expires_at, finished_at } = session;
  return (
    <li class="addresses__row" tabIndex={-1}>
      <div class="addresses__text">
        <span>
          <strong class={`outcome ${statusColours[status]}`}>{statusTexts[status]}</strong>{' '}
          <span class="mono">{session_id}</span>
        </span>
        <span class="account__times">
          Made {formatTime(created_at)}.{' '}
          {finished_at === null
            ? `Expires ${formatTime(expires_at)}.`
            : `Finished ${formatTime(finished_at)}.`}
        </span>
        {status === 'connected' && <Connection session={session} />}
      </div>
      {status === 'open' && (
        <AskedButton
          label="Cancel"
          fullLabel={`Cancel ${session_id}`}
          question="Then nothing can be connected in this session, not even by a person who has it open now."
          yes="Cancel it now"
          no="Keep it open"
          act={() => cancelSession(session_id)}
          onDone={onCanceled}
        />
      )}
    </li>
  );
}

/** The account of a session, and whether its code has reached the backend. */
function Connection({ session }: Pick<SessionRowProps, 'session'>) {
  const { account_id, provider_id, exchanged, finished_at } = session;
  const isLost = !exchanged && finished_at !== null && Date.now() - finished_at > codeMs;
  return (
    <>
      <span class="account__times">
        Provider {provider_id}, account <span class="mono">{account_id}</span>.
      </span>
      {isLost ? (
        <span>
          <strong>Code not exchanged.</strong> The person believes that the account is connected.{' '}
          <a href="/docs/sessions#finish-a-lost-code">Finish a lost code</a>
        </span>
      ) : (
        <span class="account__times">
          {exchanged ? 'Code exchanged.' : 'The code waits for your backend.'}
        </span>
      )}
    </>
  );
}
