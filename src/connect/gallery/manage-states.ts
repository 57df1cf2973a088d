import type { Access } from '../shapes/flow-answers.ts';
import { account, createStates, lost, type PageState, provider } from './page-state.ts';

const access: Access = {
  account_id: 'account_1',
  application: { name: 'Tally', environment: 'live', logo: null },
  shares: ['identity', 'returns', 'forms', 'transcripts'],
  granted_at: Date.UTC(2026, 3, 2, 12),
  ends_at: null,
  last_used_at: Date.UTC(2026, 10, 20, 12),
  status: 'active',
};
const unread: Access = {
  ...access,
  account_id: 'account_2',
  application: { name: 'Abacus Bookkeeping and Payroll', environment: 'test', logo: null },
  shares: ['returns'],
  granted_at: Date.UTC(2026, 10, 21, 12),
  ends_at: Date.UTC(2027, 10, 21, 12),
  last_used_at: null,
};
const paused: Access = {
  ...unread,
  account_id: 'account_3',
  application: { name: 'Ledger', environment: 'live', logo: null },
  status: 'login_required',
};
const fifty = Array.from({ length: 50 }, (_, index): Access => {
  const name = `Application ${index + 1}`;
  return { ...access, account_id: name, application: { ...access.application, name } };
});
const select = { kind: 'select' } as const;

/** The list of the applications with access. `ended` names the application whose access has just ended. */
const list = (accesses: readonly Access[], ended: string | null = null) =>
  ({ kind: 'manage', provider, account, accesses, ended }) as const;
const visit = list([access, unread, paused]);

function askToEnd(): void {
  document.querySelector<HTMLButtonElement>('.access .button')?.click();
}

const searchFor = (name: string) => () => {
  const input = document.querySelector<HTMLInputElement>('#search');
  if (!input) throw new Error('There is no search.');
  input.value = name;
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

const atManage = createStates({ isVisit: true, environment: 'live' });

export const manageStates: Readonly<Record<string, PageState>> = {
  'manage-select': atManage('Selector at /manage', select),
  'manage-nothing': atManage('No provider at /manage', select, { providers: [] }),
  'manage-login': atManage('Login at /manage', { kind: 'login', provider }),
  manage: atManage('Applications with access', visit),
  'manage-fifty': atManage('Fifty applications with access', list(fifty)),
  'manage-found': atManage('An application found by its name', list(fifty), {
    act: searchFor('application 12'),
  }),
  'manage-not-found': atManage('No application has this name', list(fifty), {
    act: searchFor('Ledger'),
  }),
  'manage-question': atManage('Before an access ends', visit, { act: askToEnd }),
  'manage-waiting': atManage('Ending an access', visit, { pending: 'end' }),
  'manage-problem': atManage('Ending an access, trouble that may pass', visit, lost),
  'manage-ended': atManage('An access has ended', list([unread], 'Tally')),
  'manage-none': atManage('No application has access', list([])),
  'manage-last': atManage('The last access has ended', list([], 'Tally')),
};
