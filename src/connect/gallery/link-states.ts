import type { LinkEnd } from '../page/flow.ts';
import type { Link } from '../page/flow-data.ts';
import { ledgerly } from './providers.ts';

const provider = { id: ledgerly.id, name: ledgerly.name, domain: ledgerly.domain };
const login = { kind: 'login', provider } as const;
const link: Link = {
  status: 'open',
  connects_again: false,
  purpose: null,
  locale: null,
  redirect_host: null,
};
const purpose = 'Tally prepares your tax return from last year’s.';
const toLink = (title: string, terms: Partial<Link>) =>
  ({ title, view: { kind: 'link' }, link: { ...link, ...terms } }) as const;

function endLink(end: LinkEnd) {
  return { title: `Link: ${end}`, view: { kind: 'linkOver', end }, link } as const;
}

export const linkStates = {
  link: { title: 'First screen of a link', view: { kind: 'link' }, link },
  'link-live': { ...toLink('Link, live', { purpose }), environment: 'live' },
  'link-again': toLink('Link that connects again', { connects_again: true }),
  'link-waiting': { title: 'Beginning a link', view: { kind: 'link' }, link, pending: 'start' },
  'link-problem': {
    title: 'First screen of a link, trouble that may pass',
    view: { kind: 'link' },
    link,
    problem: { code: 'connection_lost', retryable: true },
  },
  'link-login': { title: 'Login of a link', view: login, link },
  'link-success': {
    title: 'Connected by a link',
    view: { kind: 'success', connected: { provider, account: { label: 'pat@example.com' } } },
    link,
  },
  'link-connected': endLink('connected'),
  'link-denied': endLink('denied'),
  'link-canceled': endLink('canceled'),
  'link-expired': endLink('expired'),
  'link-incomplete': endLink('incomplete'),
  'link-left': endLink('left'),
} as const;
