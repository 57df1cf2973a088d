import type { Access } from '../shapes/flow-answers.ts';
import { ledgerly } from './providers.ts';

const provider = { id: ledgerly.id, name: ledgerly.name, domain: ledgerly.domain };
const atManage = { isVisit: true, environment: 'live' } as const;
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
  account_id: 'account_2',
  application: { name: 'Abacus Bookkeeping and Payroll', environment: 'test', logo: null },
  shares: ['returns'],
  granted_at: Date.UTC(2026, 10, 21, 12),
  ends_at: Date.UTC(2027, 10, 21, 12),
  last_used_at: null,
  status: 'active',
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
const visit = {
  kind: 'manage',
  provider,
  account: { label: 'pat@example.com' },
  accesses: [access, unread, paused],
  ended: null,
} as const;
const unlisted = { ...visit, accesses: [] };

function askToEnd(): void {
  document.querySelector<HTMLButtonElement>('.access .button')?.click();
}

const searchFor = (name: string) => () => {
  const input = document.querySelector<HTMLInputElement>('#search');
  if (!input) throw new Error('There is no search.');
  input.value = name;
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

export const manageStates = {
  'manage-select': { title: 'Selector at /manage', view: { kind: 'select' }, ...atManage },
  'manage-nothing': {
    title: 'No provider at /manage',
    view: { kind: 'select' },
    providers: [],
    ...atManage,
  },
  'manage-login': { title: 'Login at /manage', view: { kind: 'login', provider }, ...atManage },
  manage: { title: 'Applications with access', view: visit, ...atManage },
  'manage-fifty': {
    title: 'Fifty applications with access',
    view: { ...visit, accesses: fifty },
    ...atManage,
  },
  'manage-found': {
    title: 'An application found by its name',
    view: { ...visit, accesses: fifty },
    act: searchFor('application 12'),
    ...atManage,
  },
  'manage-not-found': {
    title: 'No application has this name',
    view: { ...visit, accesses: fifty },
    act: searchFor('Ledger'),
    ...atManage,
  },
  'manage-question': {
    title: 'Before an access ends',
    view: visit,
    act: askToEnd,
    ...atManage,
  },
  'manage-waiting': { title: 'Ending an access', view: visit, pending: 'end', ...atManage },
  'manage-problem': {
    title: 'Ending an access, trouble that may pass',
    view: visit,
    problem: { code: 'connection_lost', retryable: true },
    ...atManage,
  },
  'manage-ended': {
    title: 'An access has ended',
    view: { ...visit, accesses: [unread], ended: 'Tally' },
    ...atManage,
  },
  'manage-none': { title: 'No application has access', view: unlisted, ...atManage },
  'manage-last': {
    title: 'The last access has ended',
    view: { ...unlisted, ended: 'Tally' },
    ...atManage,
  },
} as const;
