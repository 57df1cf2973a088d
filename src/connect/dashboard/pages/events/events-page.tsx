import type { Webhook } from '../../../shapes/dashboard-answers.ts';
import { api } from '../../api.ts';
import { OperatorOnly, useApplication } from '../../dashboard-context.ts';
import { Loader } from '../../parts/loader.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowTable, type TableRow } from '../../parts/row-list.tsx';
import { SecretNotes } from '../../parts/secret-note.tsx';
import { Time, UrlText } from '../../parts/values.tsx';
import { useData } from '../../use-data.ts';
import { AddWebhook } from './add-webhook.tsx';
import { describeTypes, WebhookStatus } from './describe-webhook.tsx';
import { WebhookPage } from './webhook-page.tsx';

/** Lists the webhooks of an application. If the URL contains a webhook's ID, shows only this webhook. */
export function EventsPage() {
  const { clientId, route } = useApplication();
  const { item } = route;
  const data = useData(api.webhooks(clientId));
  return (
    <>
      <SecretNotes kind="webhook-secret"> Your backend verifies each event with it.</SecretNotes>
      <Loader data={data}>
        {({ webhooks }) => {
          if (item === undefined) return <Webhooks webhooks={webhooks} load={data.load} />;
          const webhook = webhooks.find(({ webhook_id }) => webhook_id === item);
          if (webhook) return <WebhookPage key={item} webhook={webhook} load={data.load} />;
          return <p class="empty">There is no such webhook. It may have been removed.</p>;
        }}
      </Loader>
    </>
  );
}

interface WebhooksProps {
  readonly webhooks: readonly Webhook[];
  readonly load: () => Promise<void>;
}

function Webhooks({ webhooks, load }: WebhooksProps) {
  const { clientId } = useApplication();
  const isEmpty = webhooks.length === 0;
  return (
    <>
      <div class={isEmpty ? 'stack' : 'row row--wide'}>
        <p class="muted">
          A webhook sends what happens to connections and sessions to your backend, signed.{' '}
          <a href="/docs/webhooks">About events and webhooks</a>
        </p>
        {isEmpty && (
          <p class="empty">
            No webhook yet. Add the address of your backend that receives events, or read them by
            GET /events.
          </p>
        )}
        <OperatorOnly>
          <AddWebhook load={load} isOpen={isEmpty} />
        </OperatorOnly>
      </div>
      <RowTable
        caption="Webhooks"
        timeColumn="Added"
        rows={webhooks.map((webhook) => toRow(clientId, webhook))}
      />
    </>
  );
}

function toRow(clientId: string, webhook: Webhook): TableRow {
  const { webhook_id: item, url, types, created_at } = webhook;
  return {
    key: item,
    time: created_at,
    cells: {
      Status: <WebhookStatus webhook={webhook} />,
      Address: (
        <RouteLink to={{ view: 'application', clientId, page: 'events', item }} class="row-link">
          <UrlText url={url} />
        </RouteLink>
      ),
      Events: describeTypes(types),
      Added: <Time at={created_at} />,
    },
  };
}
