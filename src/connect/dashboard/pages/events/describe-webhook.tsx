import type { Webhook } from '../../../shapes/dashboard-answers.ts';
import type { ShownSecret } from '../../dashboard.ts';
import { Status } from '../../parts/values.tsx';

export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  if (!webhook.enabled) return <Status kind="over" text="Off" />;
  if (webhook.failing_since !== null) return <Status kind="warning" text="Failing" />;
  return <Status kind="good" text="On" />;
}

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
