import type { ConnectedAccount } from '../../../shapes/dashboard-answers.ts';
import type { AccountStatus } from '../../../shapes/unions.ts';
import { type AccountChoice, api } from '../../api.ts';
import { useApplication } from '../../dashboard-context.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { RowList, type TableRow } from '../../parts/row-list.tsx';
import { type SearchFields, SearchForm } from '../../parts/search-form.tsx';
import { ShortId, Status, type StatusProps, Time } from '../../parts/values.tsx';
import { type List, useList } from '../../use-data.ts';

const everything = { search: '', status: '' };

const fields: SearchFields = [
  { name: 'search', label: 'Account ID, client_user_id or provider' },
  {
    name: 'status',
    label: 'Status',
    options: new Map([
      ['', 'All'],
      ['login_required', 'Needs sign-in'],
    ]),
  },
];

export function AccountsPage() {
  const { clientId } = useApplication();
  const list = useList({
    request: (choice: typeof everything, after) => api.accounts(clientId, choice, after),
    everything,
    noun: ['account', 'accounts'],
  });
  return (
    <section class="view" aria-labelledby="accounts-title">
      <h2 class="visually-hidden" id="accounts-title" tabIndex={-1}>
        Connected accounts
      </h2>
      <p class="muted">Each has an access token that works. User names are never shown.</p>
      <SearchForm list={list} fields={fields} />
      <RowList
        list={list}
        caption="Connected accounts"
        timeColumn="Connected"
        toRow={(account) => toRow(clientId, account, list)}
        empty={describeNone(list.choice)}
      />
    </section>
  );
}

function describeNone({ search, status }: AccountChoice): string {
  if (search !== '') return `No account matches “${search}”.`;
  return status !== ''
    ? 'No account needs a new sign-in.'
    : 'None yet. An account is listed here once your backend has exchanged its code.';
}

const statuses: Readonly<Record<AccountStatus, StatusProps>> = {
  active: { kind: 'good', text: 'Active' },
  login_required: { kind: 'warning', text: 'Needs sign-in' },
  expired: { kind: 'over', text: 'Expired' },
};

function toRow(
  clientId: string,
  account: ConnectedAccount,
  list: List<ConnectedAccount, typeof everything>,
): TableRow {
  const { account_id: id, connected_at, status, client_user_id } = account;
  return {
    key: id,
    time: connected_at,
    cells: {
      Status: (
        <>
          <Status {...statuses[status]} />
          {status === 'login_required' && (
            <span class="detail">
              Since <Time at={account.status_since} />. Its owner has to connect it again.
            </span>
          )}
        </>
      ),
      Provider: account.provider,
      Account: (
        <>
          <ShortId id={id} what="account ID" />
          {client_user_id !== null && <span class="detail mono">{client_user_id}</span>}
        </>
      ),
      Connected: <Time at={connected_at} />,
      'Last exchange': <Time at={account.last_exchange_at} />,
      '': (
        <ActionButton
          label="Disconnect"
          fullLabel={`Disconnect ${id}`}
          question="Every access token of this account stops working at once. Its owner can connect it again."
          yes="Disconnect now"
          no="Keep it connected"
          request={api.disconnectAccount(clientId, id)}
          after={{
            reload: () => list.edit((rows) => rows.filter(({ account_id }) => account_id !== id)),
            done: () => `Disconnected ${id}.`,
          }}
          isRemoved
        />
      ),
    },
  };
}
