import type { ConnectedAccount } from '../../../shapes/dashboard-answers.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { formatTime } from '../../format.ts';
import { AskedButton } from '../../parts/asked-button.tsx';

/** A connected account. */
export interface AccountRowProps {
  readonly account: ConnectedAccount;
  /** Called after the row was removed, with the pressed button. */
  readonly onDisconnected: () => void;
}

/** An account, and a button that disconnects it after a question. */
export function AccountRow({ account, onDisconnected }: AccountRowProps) {
  const { disconnectAccount } = useDashboard();
  const { account_id, provider, connected_at, last_exchange_at, status, status_since } = account;
  return (
    <li class="addresses__row" tabIndex={-1}>
      <div class="addresses__text">
        <span>
          <strong>{provider}</strong> <span class="mono">{account_id}</span>
        </span>
        <span class="account__times">
          Connected {formatTime(connected_at)}. Last exchange {formatTime(last_exchange_at)}.
        </span>
        {status === 'login_required' && (
          <span class="account__times">
            Needs a new sign-in since {formatTime(status_since)}: its owner has to connect it again.
          </span>
        )}
      </div>
      <AskedButton
        label="Disconnect"
        fullLabel={`Disconnect ${account_id}`}
        question="Every access token of this account stops working at once. Its owner can connect it again."
        yes="Disconnect now"
        no="Keep it connected"
        act={() => disconnectAccount(account_id)}
        onDone={onDisconnected}
      />
    </li>
  );
}
