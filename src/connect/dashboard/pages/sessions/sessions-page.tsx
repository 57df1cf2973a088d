import { useRef } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import type { SessionStatus } from '../../../shapes/unions.ts';
import { api } from '../../api.ts';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { RowList } from '../../parts/row-list.tsx';
import { StatusChoice } from '../../parts/status-choice.tsx';
import { useList } from '../../use-data.ts';
import { LinkNote } from './link-note.tsx';
import { sessionColumns, statusTexts, toSessionRow } from './session-row.tsx';

const noneTexts: Readonly<Record<SessionStatus, string>> = {
  open: 'No session is open.',
  connected: 'No session has connected an account.',
  denied: 'No session was denied.',
  canceled: 'No session was canceled.',
  expired: 'No session has expired.',
};

/** Lists the sessions that the application's backend created, with a filter by status and a button to cancel each. */
export function SessionsPage({ application }: { readonly application: Application }) {
  const { client_id: clientId } = application;
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useList({
    request: (status: SessionStatus | null, after, limit) =>
      api.sessions(clientId, { status, after, limit }),
    first: null,
    noun: ['session', 'sessions'],
  });
  return (
    <section class="view" aria-labelledby="sessions-title">
      <h2 class="visually-hidden" id="sessions-title" tabIndex={-1} ref={heading}>
        Sessions that your backend has made
      </h2>
      <p class="lead">The newest first. A session is kept for seven days after its end.</p>
      <OperatorOnly>
        <LinkNote clientId={clientId} reload={list.reload} />
      </OperatorOnly>
      <StatusChoice
        texts={statusTexts}
        chosen={list.choice}
        onChoose={(status) => void list.show(status)}
      />
      <RowList
        list={list}
        id="sessions-list"
        caption="Sessions that your backend has made"
        columns={sessionColumns}
        timeColumn="Created"
        toRow={(session) =>
          toSessionRow({
            clientId,
            session,
            reload: list.reload,
            onCanceled: () => heading.current?.focus(),
          })
        }
        more="Show more sessions"
        empty={
          list.choice === null ? (
            <>
              None yet. A session is an offer to connect one account, which your backend makes for
              one of its users. <a href="/docs/sessions">About sessions</a>
            </>
          ) : (
            noneTexts[list.choice]
          )
        }
      />
    </section>
  );
}
