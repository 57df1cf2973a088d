import type { Link } from '../page/flow-data.ts';
import { consent, createStates, lost, type PageState, provider } from './page-state.ts';

const link: Link = {
  status: 'open',
  connects_again: false,
  purpose: null,
  locale: null,
  redirect_host: null,
};
const purposeful = { ...link, purpose: 'Tally prepares your tax return from last year’s.' };
const first = { kind: 'link' } as const;
const atLink = createStates({ link });

const ends = ['connected', 'denied', 'canceled', 'expired', 'incomplete', 'left'] as const;

export const linkStates: Readonly<Record<string, PageState>> = {
  link: atLink('First screen of a link', first),
  'link-live': atLink('Link, live', first, { link: purposeful, environment: 'live' }),
  'link-again': atLink('Link that connects again', first, {
    link: { ...link, connects_again: true },
  }),
  'link-waiting': atLink('Beginning a link', first, { pending: 'start' }),
  'link-problem': atLink('First screen of a link, trouble that may pass', first, lost),
  'link-login': atLink('Login of a link', { kind: 'login', provider }),
  'link-success': atLink('Connected by a link', { kind: 'success', consent }),
  ...Object.fromEntries(
    ends.map((end) => [`link-${end}`, atLink(`Link: ${end}`, { kind: 'linkOver', end })]),
  ),
};
