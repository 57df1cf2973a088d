import type { Webhook } from '../../../shapes/dashboard-answers.ts';
import type { ShownSecret } from '../../dashboard.ts';
import { formatTime } from '../../format.ts';
import { Status } from '../../parts/values.tsx';

/** A delivery that waits for a retry makes a webhook failing, and so does a newest delivery that has failed. */
export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, failing_since, last_delivery: last, retries } = webhook;
  if (!enabled) return <Status kind="over" text="Off" />;
  const isFailing = retries || failing_since !== null || last?.status === 'failed';
  return isFailing ? <Status kind="bad" text="Failing" /> : <Status kind="good" text="On" />;
}

/** @returns how many deliveries wait for a retry, and when the next try is */
export function describeRetries({ count, has_more, next_try_at }: Retries): string {
  return `${count}${has_more ? ' or more' : ''} waiting, next try ${formatTime(next_try_at)}`;
}

type Retries = NonNullable<Webhook['retries']>;

/** @returns an address without its scheme. Of a long path, only the end is left */
export function shortenUrl(url: string): string {
  const { host, pathname, search } = new URL(url);
  const path = pathname.length > 30 ? `/…${pathname.slice(pathname.lastIndexOf('/'))}` : pathname;
  return `${host}${path}${search}`;
}

export function describeTypes(types: Webhook['types']): string {
  return types === 'all' ? 'All events' : types.join(', ');
}

/** @returns a webhook's new signing secret, in the form that `showSecret` shows on the application's Events page */
export function createSigningSecret(
  clientId: string,
  { webhook_id: item, url }: Pick<Webhook, 'webhook_id' | 'url'>,
  value: string,
): ShownSecret {
  const home = { view: 'application', clientId, page: 'events' } as const;
  return { kind: 'webhook-secret', what: 'signing secret', of: url, value, item, home };
}
