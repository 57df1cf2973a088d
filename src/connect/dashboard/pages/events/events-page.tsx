import type { Application, Webhook } from '../../../shapes/dashboard-answers.ts';
import { api } from '../../api.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { Loader } from '../../parts/loader.tsx';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowTable, type TableRow } from '../../parts/row-table.tsx';
import { SecretNotes } from '../../parts/secret-note.tsx';
import { Time } from '../../parts/time.tsx';
import { UrlText } from '../../parts/url-text.tsx';
import { useData } from '../../use-data.ts';
import { AddWebhook } from './add-webhook.tsx';
import { describeTypes, WebhookStatus } from './describe-webhook.tsx';
import { WebhookPage } from './webhook-page.tsx';

/** Lists the webhooks of an application. If the URL contains a webhook's ID, shows only this webhook. */
export function EventsPage({ application }: { readonly application: Application }) {
  const { client_id: clientId } = application;
  const route = useDashboard().route.value;
  const item = route.view === 'application' ? route.item : undefined;
  const data = useData(api.webhooks(clientId));
  return (
    <>
      <SecretNotes kind="webhook-secret"> Your backend verifies each event with it.</SecretNotes>
      <Loader data={data}>
        {({ webhooks }) => {
          if (item === undefined) {
            return <Webhooks clientId={clientId} webhooks={webhooks} load={data.load} />;
          }
          const webhook = webhooks.find(({ webhook_id }) => webhook_id === item);
          return <WebhookPage key={item} clientId={clientId} webhook={webhook} load={data.load} />;
        }}
      </Loader>
    </>
  );
}

interface WebhooksProps {
  readonly clientId: string;
  readonly webhooks: readonly Webhook[];
  /** Loads the list of webhooks again. */
  readonly load: () => Promise<void>;
}

function Webhooks({ clientId, webhooks, load }: WebhooksProps) {
  const isEmpty = webhooks.length === 0;
  return (
    <>
      <div class="filters">
        <p class="lead">
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
          <AddWebhook clientId={clientId} load={load} isOpen={isEmpty} />
        </OperatorOnly>
      </div>
      {!isEmpty && (
        <RowTable
          caption="Webhooks"
          columns={['Status', 'Address', 'Events', 'Added']}
          timeColumn="Added"
          rows={webhooks.map((webhook) => toRow(clientId, webhook))}
        />
      )}
    </>
  );
}

function toRow(clientId: string, webhook: Webhook): TableRow {
  const { webhook_id: item, url, types, created_at } = webhook;
  return {
    key: item,
    time: created_at,
    cells: [
      <WebhookStatus webhook={webhook} />,
      <RouteLink to={{ view: 'application', clientId, page: 'events', item }} class="row-link">
        <UrlText url={url} />
      </RouteLink>,
      describeTypes(types),
      <Time at={created_at} />,
    ],
  };
}
