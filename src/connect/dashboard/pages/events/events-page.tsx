import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../../kit/button.tsx';
import type { Webhook } from '../../../shapes/dashboard-answers.ts';
import { type EventType, eventTypes } from '../../../shapes/unions.ts';
import { api } from '../../api.ts';
import { OperatorOnly, useApplication, useDashboard } from '../../dashboard-context.ts';
import { AllOrOnly, readAllOrOnly } from '../../parts/choices.tsx';
import { AddForm } from '../../parts/form.tsx';
import { Loader } from '../../parts/loader.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowTable, type TableRow } from '../../parts/row-list.tsx';
import { SecretNotes } from '../../parts/secret-note.tsx';
import { ItemTitle, Section } from '../../parts/section.tsx';
import { UrlText } from '../../parts/values.tsx';
import { type Action, useData } from '../../use-data.ts';
import { describeLast, RecentDeliveries } from './deliveries-section.tsx';
import {
  createSigningSecret,
  describeRetries,
  describeTypes,
  WebhookStatus,
} from './describe-webhook.tsx';
import { RecentEvents } from './recent-events.tsx';
import { WebhookPage } from './webhook-page.tsx';

/** Lists the webhooks and events of an application. If the URL contains a webhook's ID, shows only this webhook. */
export function EventsPage() {
  const { clientId, route } = useApplication();
  const { item } = route;
  const data = useData(api.webhooks(clientId), route);
  const shown = data.value?.webhooks.find(({ webhook_id }) => webhook_id === item);
  return (
    <>
      {item !== undefined && (
        <ItemTitle all="All webhooks" text="Webhook">
          {shown && <WebhookStatus webhook={shown} />}
        </ItemTitle>
      )}
      <SecretNotes kind="webhook-secret"> Your backend verifies each event with it.</SecretNotes>
      <Loader data={data}>
        {({ webhooks }) => {
          if (item === undefined) return <Webhooks webhooks={webhooks} load={data.load} />;
          if (shown) return <WebhookPage key={item} webhook={shown} load={data.load} />;
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
  return (
    <>
      <Section id="webhooks" title="Webhooks">
        <div class="row row--wide">
          <p class="muted">
            Your backend learns what happens to connections and sessions.{' '}
            <a href="/docs/webhooks">About events and webhooks</a>
          </p>
          <OperatorOnly>
            <AddWebhook load={load} />
          </OperatorOnly>
        </div>
        <RowTable
          caption="Webhooks"
          empty="No webhook yet. Add the address of your backend that receives events."
          rows={webhooks.map((webhook) => toRow(clientId, webhook))}
        />
      </Section>
      <RecentEvents webhooks={webhooks} />
    </>
  );
}

function toRow(clientId: string, webhook: Webhook): TableRow {
  const { webhook_id: item, url, types, last_delivery: last, recent, retries } = webhook;
  return {
    key: item,
    cells: {
      Address: (
        <RouteLink to={{ view: 'application', clientId, page: 'events', item }} class="row-link">
          <UrlText url={url} />
        </RouteLink>
      ),
      Events: <span class={types === 'all' ? 'whole' : undefined}>{describeTypes(types)}</span>,
      Status: <WebhookStatus webhook={webhook} />,
      'Last response': describeLast(retries ? [retries.last_try] : (last?.tries ?? [])),
      Deliveries: (
        <>
          <RecentDeliveries recent={recent} />
          {retries && <span class="detail">{describeRetries(retries)}</span>}
        </>
      ),
    },
  };
}

const allTypes = eventTypes.map((type) => ({ value: type, label: type }));

function AddWebhook({ load }: Pick<WebhooksProps, 'load'>) {
  const { showSecret } = useDashboard();
  const { clientId } = useApplication();
  const [isOpen, setIsOpen] = useState(false);
  const form = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus();
  }, [isOpen]);

  if (!isOpen) {
    return <Button onClick={() => setIsOpen(true)}>Add a webhook</Button>;
  }
  const add = ({ run, refuse }: Action, url: string, data: FormData) => {
    const types = readAllOrOnly(data, 'types');
    if (types?.length === 0) return refuse('Choose at least one event.');
    return run(api.addWebhook(clientId, url, (types as readonly EventType[] | null) ?? 'all'), {
      keep: ({ secret, webhook_id }) =>
        showSecret(createSigningSecret(clientId, { webhook_id, url }, secret)),
      reload: load,
      done() {
        setIsOpen(false);
        return `Added ${url}.`;
      },
    });
  };
  const cancel = () => {
    document.getElementById('webhooks-title')?.focus();
    setIsOpen(false);
  };
  return (
    <div class="card" ref={form}>
      <h2>Add a webhook</h2>
      <AddForm
        id="add-webhook"
        label="Address"
        type="url"
        placeholder="https://shop.example/hooks"
        hint="It must use https, or http on this machine in tests, and answer a POST within 10 seconds."
        button="Add webhook"
        add={add}
        onCancel={cancel}
      >
        <AllOrOnly
          name="types"
          legend="Events to send"
          allLabel="All events"
          all={allTypes}
          chosen={null}
        />
      </AddForm>
    </div>
  );
}
