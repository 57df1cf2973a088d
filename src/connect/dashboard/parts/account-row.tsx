import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ConnectedAccount } from '../../shapes/dashboard-answers.ts';
import { useDashboard } from '../dashboard-context.ts';
import { formatTime } from '../format.ts';
import { ProblemText } from './problem-text.tsx';
import { useSubmission } from './submit.tsx';

/** A connected account. */
export interface AccountRowProps {
  readonly account: ConnectedAccount;
  /** The button that was pressed has gone with the row. */
  readonly onDisconnected: () => void;
}

/** An account, and a way to disconnect it, which is asked twice. */
export function AccountRow({ account, onDisconnected }: AccountRowProps) {
  const { account_id, provider, connected_at, last_exchange_at } = account;
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const keep = () => {
    setIsAsking(false);
    // It exists again after the next rendering.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <li class="addresses__row" tabIndex={-1}>
      <div class="addresses__text">
        <span>
          <strong>{provider}</strong> <span class="mono">{account_id}</span>
        </span>
        <span class="account__times">
          Connected {formatTime(connected_at)}. Last exchange {formatTime(last_exchange_at)}.
        </span>
      </div>
      {isAsking ? (
        <Confirmation accountId={account_id} onKeep={keep} onDisconnected={onDisconnected} />
      ) : (
        <button
          type="button"
          class="button button--small"
          aria-label={`Disconnect ${account_id}`}
          ref={button}
          onClick={() => setIsAsking(true)}
        >
          Disconnect
        </button>
      )}
    </li>
  );
}

interface ConfirmationProps extends Pick<AccountRowProps, 'onDisconnected'> {
  readonly accountId: string;
  readonly onKeep: () => void;
}

function Confirmation({ accountId, onKeep, onDisconnected }: ConfirmationProps) {
  const { disconnectAccount } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const keepButton = useRef<HTMLButtonElement>(null);

  // The harmless button has the focus; its group is named by the question.
  useLayoutEffect(() => keepButton.current?.focus(), []);

  const disconnect = async () => {
    if (await submit(() => disconnectAccount(accountId))) onDisconnected();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onKeep();
  };
  return (
    <fieldset class="confirm" onKeyDown={handleKey}>
      <legend>
        Every access token of this account stops working at once. Its owner can connect it again.
      </legend>
      <div class="actions">
        <button
          type="button"
          class="button button--danger"
          aria-disabled={isBusy}
          onClick={() => void disconnect()}
        >
          Disconnect now
        </button>
        <button type="button" class="button button--small" ref={keepButton} onClick={onKeep}>
          Keep it connected
        </button>
      </div>
      <ProblemText problem={problem} />
    </fieldset>
  );
}
