import type { ConnectedAccount } from '../../../shapes/dashboard-answers.ts';
import type { AccountStatus } from '../../../shapes/unions.ts';
import { api } from '../../api.ts';
import { AskedButton } from '../../parts/asked-button.tsx';
import type { TableRow } from '../../parts/row-table.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Status } from '../../parts/status.tsx';
import { Time } from '../../parts/time.tsx';

/** The headers of the columns that {@link toAccountRow} fills; '' for the column of buttons. */
export const accountColumns = [
  'Status',
  'Provider',
  'Account',
  'Connected',
  'Last exchange',
  '',
] as const;

export interface AccountRowProps {
  readonly clientId: string;
  readonly account: ConnectedAccount;
  /** Removes the row from the list after the account was disconnected. */
  readonly remove: () => Promise<void>;
  /** Called after the row, and with it the focused button, was removed. It must move the focus. */
  readonly onDisconnected: () => void;
}

const statuses: Readonly<Record<AccountStatus, Parameters<typeof Status>[0]>> = {
  active: { kind: 'good', text: 'Active' },
  login_required: { kind: 'warning', text: 'Needs sign-in' },
  expired: { kind: 'over', text: 'Expired' },
};

/** @returns a row with an account, and a button that asks for confirmation and then disconnects the account */
export function toAccountRow(props: AccountRowProps): TableRow {
  const { clientId, account, remove, onDisconnected } = props;
  const { account_id, provider, connected_at, last_exchange_at, status, status_since } = account;
  const { client_user_id } = account;
  return {
    key: account_id,
    time: connected_at,
    cells: [
      <>
        <Status {...statuses[status]} />
        {status === 'login_required' && (
          <span class="detail">
            Since <Time at={status_since} />. Its owner has to connect it again.
          </span>
        )}
      </>,
      provider,
      <>
        <ShortId id={account_id} what="account ID" />
        {client_user_id !== null && <span class="detail mono">{client_user_id}</span>}
      </>,
      <Time at={connected_at} />,
      <Time at={last_exchange_at} />,
      <AskedButton
        label="Disconnect"
        fullLabel={`Disconnect ${account_id}`}
        question="Every access token of this account stops working at once. Its owner can connect it again."
        yes="Disconnect now"
        no="Keep it connected"
        request={api.disconnectAccount(clientId, account_id)}
        after={{ reload: remove, done: () => `Disconnected ${account_id}.` }}
        onDone={onDisconnected}
      />,
    ],
  };
}
