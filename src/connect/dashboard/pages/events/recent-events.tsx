import { LiveText } from '../../../../kit/live-text.tsx';
import type { RecentEvent, Webhook } from '../../../shapes/dashboard-answers.ts';
import { api } from '../../api.ts';
import { useApplication } from '../../dashboard-context.ts';
import { formatSecond } from '../../format.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowList, type TableRow } from '../../parts/row-list.tsx';
import { Section } from '../../parts/section.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { CodeBlock, ShortId, Time, UrlText } from '../../parts/values.tsx';
import { useList } from '../../use-data.ts';
import { DeliveryState, listAttempts, SendAgain } from './deliveries-section.tsx';

export interface RecentEventsProps {
  readonly webhooks: readonly Webhook[];
}

export function RecentEvents({ webhooks }: RecentEventsProps) {
  const { clientId } = useApplication();
  const list = useList({
    request: (_: null, after, limit) => api.events(clientId, after, limit),
    first: null,
    noun: ['event', 'events'],
  });
  return (
    <Section id="recent-events" title="Recent events" isWide>
      <div class="row row--wide">
        <p class="muted">
          Of the last 30 days, the newest first. Your backend can read them by GET /events.
        </p>
        <button type="button" class="button button--small" onClick={() => void list.show(null)}>
          Refresh
        </button>
      </div>
      <RowList
        list={list}
        caption="Recent events"
        isBrief
        toRow={(event) => toRow({ event, webhooks, reload: list.reload })}
        empty={
          <span>
            No event yet. Connect an account by the{' '}
            <RouteLink to={{ view: 'application', clientId, section: 'quickstart' }}>
              quickstart
            </RouteLink>
            : that is the first.
          </span>
        }
      />
    </Section>
  );
}

/** The statuses of deliveries. The one that most needs attention comes first. */
const order = ['failed', 'waiting', 'sending', 'delivered'] as const;

interface EventProps extends RecentEventsProps {
  readonly event: RecentEvent;
  readonly reload: () => Promise<void>;
}

function toRow(props: EventProps): TableRow {
  const { id, type, created_at, data, deliveries } = props.event;
  const subject = data.account_id ?? data.session_id ?? data.provider_id ?? '';
  const sorted = order.flatMap((status) => deliveries.filter((one) => one.status === status));
  return {
    key: id,
    name: id,
    cells: {
      Event: <span class="mono whole">{type}</span>,
      Delivery: <DeliverySummary deliveries={sorted} />,
      About: <ShortId id={subject} />,
      Created: <Time at={created_at} text={formatSecond(created_at, Date.now())} />,
      '': '',
    },
    details: () => <EventDetails {...props} />,
  };
}

/** The delivery that most needs attention, and how many of several have arrived. */
function DeliverySummary({ deliveries }: Pick<RecentEvent, 'deliveries'>) {
  const [shown] = deliveries;
  if (!shown) return <span class="muted">No delivery</span>;
  const arrived = deliveries.filter(({ status }) => status === 'delivered').length;
  return (
    <span class="row state">
      <DeliveryState {...shown} />
      {deliveries.length > 1 && (
        <span class="muted">
          <LiveText text={`${arrived} of ${deliveries.length} delivered`} />
        </span>
      )}
    </span>
  );
}

/** The event as `GET /events` lists it, and a link to each webhook that gets it. */
function EventDetails(props: EventProps) {
  const { deliveries, ...own } = props.event;
  const body = { ...own, created_at: new Date(own.created_at).toISOString() };
  return (
    <div class="stack columns">
      <div class="stack">
        <h3>Deliveries</h3>
        {deliveries.length === 0 && <p class="muted">No webhook has a delivery of this event.</p>}
        {deliveries.map((delivery) => (
          <DeliveryOfEvent key={delivery.delivery_id} {...props} delivery={delivery} />
        ))}
      </div>
      <CodeBlock
        id={`recent-${own.id}`}
        title="Event"
        what="event"
        code={JSON.stringify(body, null, 2)}
      />
    </div>
  );
}

interface DeliveryOfEventProps extends EventProps {
  readonly delivery: RecentEvent['deliveries'][number];
}

/** The delivery to one webhook: its state, a button to send the event again, and the attempts. */
function DeliveryOfEvent({ delivery, event, webhooks, reload }: DeliveryOfEventProps) {
  const { clientId } = useApplication();
  const { webhook_id: item, status } = delivery;
  // Undefined when the webhook has been removed.
  const webhook = webhooks.find(({ webhook_id }) => webhook_id === item);
  return (
    <div class="stack">
      <div class="row row--wide">
        <p class="row">
          <DeliveryState {...delivery} />
          <RouteLink to={{ view: 'application', clientId, page: 'events', item }}>
            <UrlText url={webhook?.url ?? item} />
          </RouteLink>
        </p>
        {webhook && status !== 'delivered' && (
          <SendAgain webhook={webhook} delivery={delivery} eventId={event.id} reload={reload} />
        )}
      </div>
      <Timeline steps={listAttempts(delivery)} />
    </div>
  );
}
