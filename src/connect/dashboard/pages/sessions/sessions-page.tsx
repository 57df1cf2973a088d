import { useEffect, useRef } from 'preact/hooks';
import { type SessionStatus, sessionStatuses } from '../../../shapes/unions.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { Loading } from '../../parts/loading.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { ProblemText } from '../../parts/problem-text.tsx';
import { useSubmission } from '../../parts/submit.tsx';
import { LinkNote } from './link-note.tsx';
import { SessionRow, statusTexts } from './session-row.tsx';

const listId = 'sessions-list';

const noneTexts: Readonly<Record<SessionStatus, string>> = {
  open: 'No session is open.',
  connected: 'No session has connected an account.',
  denied: 'No session was denied.',
  canceled: 'No session was canceled.',
  expired: 'No session has expired.',
};

/** The sessions that the application's backend has created, by status and page, with a button to cancel each. */
export function SessionsPage() {
  const { sessions, showMoreSessions } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = sessions.value;
  return (
    <section class="view" aria-labelledby="sessions-title">
      <h2 class="visually-hidden" id="sessions-title" tabIndex={-1} ref={heading}>
        Sessions that your backend has made
      </h2>
      <p class="lead">The newest first. A session is kept for seven days after its end.</p>
      <OperatorOnly>
        <LinkNote />
      </OperatorOnly>
      <StatusChoice />
      {shown?.list.length === 0 && <NoSessions chosen={shown.chosen} />}
      {shown !== null && shown.list.length > 0 && (
        <ul class="addresses" id={listId} aria-labelledby="sessions-title">
          {shown.list.map((session) => (
            <SessionRow
              key={session.session_id}
              session={session}
              onCanceled={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      {shown?.next && (
        <MoreButton label="Show more sessions" listId={listId} onMore={showMoreSessions} />
      )}
    </section>
  );
}

function NoSessions({ chosen }: { readonly chosen: SessionStatus | null }) {
  if (chosen !== null) return <p class="empty">{noneTexts[chosen]}</p>;
  return (
    <p class="empty">
      None yet. A session is an offer to connect one account, which your backend makes for one of
      its users. <a href="/docs/sessions">About sessions</a>
    </p>
  );
}

/** The choice of a status. It also loads the first page. */
function StatusChoice() {
  const { sessions, showSessions } = useDashboard();
  const { problem, submit } = useSubmission();
  const chosen = sessions.value?.chosen ?? null;
  const show = (status: SessionStatus | null) => submit(() => showSessions(status));

  useEffect(() => void show(null), []);

  return (
    <>
      <fieldset class="choices">
        <legend class="visually-hidden">Status</legend>
        {[null, ...sessionStatuses].map((status) => (
          <button
            key={status}
            type="button"
            class="choice"
            aria-pressed={status === chosen}
            onClick={() => void show(status)}
          >
            {status === null ? 'All' : statusTexts[status]}
          </button>
        ))}
      </fieldset>
      <ProblemText problem={problem} />
      {sessions.value === null && problem === null && <Loading />}
    </>
  );
}
