import { Button } from '../../../../kit/button.tsx';
import { LiveText } from '../../../../kit/live-text.tsx';
import type { RecentEvent, Webhook } from '../../../shapes/dashboard-answers.ts';
import { eventTypes } from '../../../shapes/unions.ts';
import { api } from '../../api.ts';
import { useApplication } from '../../dashboard-context.ts';
import { StatusChoice } from '../../parts/choices.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowList, type TableRow } from '../../parts/row-list.tsx';
import { Section } from '../../parts/section.tsx';
import { CodeBlock, ShortId, Time } from '../../parts/values.tsx';
import { useList } from '../../use-data.ts';
import { Attempts, DeliveryState, describeLast, SendAgain } from './deliveries-section.tsx';
import { shortenUrl } from './describe-webhook.tsx';

export function RecentEvents({ webhooks }: Pick<EventProps, 'webhooks'>) {
  const { clientId } = useApplication();
  const list = useList({
    request: (...page) => api.events(clientId, ...page),
    everything,
    noun: ['event', 'events'],
  });
  const { choice, choose } = list;
  const showAll = () => {
    document.getElementById('recent-events-title')?.focus();
    choose({ about: '' });
  };
  return (
    <Section
      id="recent-events"
      title="Recent events"
      lead="Of the last 30 days, the newest first. Your backend can read them by GET /events."
    >
      <div class="row row--wide">
        <StatusChoice
          all={{ failed: { text: 'Waiting or failed' } }}
          chosen={choice.delivery}
          onChoose={(delivery) => choose({ delivery })}
        />
        <div class="field__box">
          <select
            class="field__input"
            aria-label="Type of event"
            value={choice.type}
            onChange={({ currentTarget }) => choose({ type: currentTarget.value })}
          >
            <option value="">All types</option>
            {eventTypes.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </select>
        </div>
        {choice.about && (
          <Button look="small" onClick={showAll}>
            Show all, not only {choice.about}
          </Button>
        )}
        <Button look="small" onClick={() => choose({})}>
          Refresh
        </Button>
      </div>
      <RowList
        list={list}
        caption="Recent events"
        isBrief
        toRow={(event) => toRow({ event, webhooks, reload: list.reload })}
        empty={
          choice.type || choice.delivery || choice.about ? (
            `No event matches${list.hasMore ? ' so far. Older ones may' : ''}.`
          ) : (
            <span>
              No event yet. Connect an account by the{' '}
              <RouteLink to={{ view: 'application', clientId, section: 'quickstart' }}>
                quickstart
              </RouteLink>
              : that is the first.
            </span>
          )
        }
      />
    </Section>
  );
}

const everything = { type: '', delivery: '', about: '' };

/** The statuses of deliveries. The one that most needs attention comes first. */
const order = ['failed', 'waiting', 'sending', 'delivered'] as const;

interface EventProps {
  readonly event: RecentEvent;
  readonly webhooks: readonly Webhook[];
  readonly reload: () => Promise<void>;
}

function toRow(props: EventProps): TableRow {
  const { id, type, created_at, data, deliveries: found } = props.event;
  const subject = data.account_id ?? data.session_id ?? data.provider_id ?? '';
  const deliveries = order.flatMap((status) => found.filter((one) => one.status === status));
  return {
    key: id,
    name: id,
    cells: {
      Event: <span class="mono whole">{type}</span>,
      Delivery: <DeliverySummary deliveries={deliveries} />,
      About: <ShortId id={subject} />,
      Created: <Time at={created_at} />,
      '': '',
    },
    details: () => <EventDetails {...props} event={{ ...props.event, deliveries }} />,
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

/** The event's deliveries, and below them the event as `GET /events` lists it. */
function EventDetails(props: EventProps) {
  const { deliveries, ...own } = props.event;
  const body = { ...own, created_at: new Date(own.created_at).toISOString() };
  return (
    <div class="stack">
      {deliveries.map((delivery) => (
        <EventDelivery key={delivery.delivery_id} {...props} delivery={delivery} />
      ))}
      {deliveries.length === 0 && <p class="muted">No webhook has a delivery of this event.</p>}
      <CodeBlock
        id={`recent-${own.id}`}
        title="Event"
        what="event"
        code={JSON.stringify(body, null, 2)}
      />
    </div>
  );
}

interface EventDeliveryProps extends EventProps {
  readonly delivery: RecentEvent['deliveries'][number];
}

/** The delivery to one webhook. Until it has arrived, with its attempts, and a button to send the event again. */
function EventDelivery({ event, webhooks, reload, delivery }: EventDeliveryProps) {
  const { clientId } = useApplication();
  const { webhook_id: item, delivery_id, status, tries } = delivery;
  const webhook = webhooks.find(({ webhook_id }) => webhook_id === item);
  const isDelivered = status === 'delivered';
  return (
    <section class="stack" aria-labelledby={`to-${delivery_id}`}>
      <div class="row">
        <h3 id={`to-${delivery_id}`}>
          {webhook ? (
            <RouteLink to={{ view: 'application', clientId, page: 'events', item }}>
              {shortenUrl(webhook.url)}
            </RouteLink>
          ) : (
            'Removed webhook'
          )}
        </h3>
        <DeliveryState {...delivery} />
        {isDelivered && <LiveText text={describeLast(tries)} />}
        {webhook && !isDelivered && (
          <SendAgain webhook={webhook} delivery={delivery} eventId={event.id} reload={reload} />
        )}
      </div>
      {!isDelivered && <Attempts {...delivery} />}
    </section>
  );
}
