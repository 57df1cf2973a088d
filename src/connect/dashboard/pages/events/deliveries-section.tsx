import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../../kit/button.tsx';
import type { Delivery, Webhook } from '../../../shapes/dashboard-answers.ts';
import { deliveryProblemTexts } from '../../../shapes/dashboard-words.ts';
import type { DeliveryStatus } from '../../../shapes/unions.ts';
import { webhookPatienceMs } from '../../../shapes/webhook-patience.ts';
import { api } from '../../api.ts';
import { useApplication, useDashboard } from '../../dashboard-context.ts';
import { formatNumber, formatTime } from '../../format.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { StatusChoice } from '../../parts/choices.tsx';
import { RowList, type TableRow } from '../../parts/row-list.tsx';
import { Section } from '../../parts/section.tsx';
import { Timeline, type TimelineStep } from '../../parts/timeline.tsx';
import { CodeBlock, Status, type StatusProps, Time } from '../../parts/values.tsx';
import { type List, maxRows, useList } from '../../use-data.ts';

const statuses: Readonly<Record<DeliveryStatus, StatusProps>> = {
  waiting: { kind: 'open', text: 'Waiting' },
  sending: { kind: 'open', text: 'Sending' },
  delivered: { kind: 'good', text: 'Delivered' },
  failed: { kind: 'bad', text: 'Failed' },
};

const everything = { status: '' };

type Deliveries = List<Delivery, typeof everything>;
type Try = Delivery['tries'][number];

const patienceDays = webhookPatienceMs / (24 * 60 * 60 * 1000);

/** The list asks this many times for the result of deliveries that are on their way, each time after a second. */
const maxLooks = 15;

/** Follows sent deliveries until their try ends. `onTried` loads the webhook, because a try may change its state. */
export function useDeliveries(
  clientId: string,
  webhookId: string,
  onTried: () => Promise<void>,
): Deliveries {
  const { ask } = useDashboard();
  const looks = useRef(maxLooks);
  const list = useList({
    request: (...page) => api.deliveries(clientId, webhookId, ...page),
    everything,
    noun: ['delivery', 'deliveries'],
  });
  const { rows, edit } = list;
  const hasFilter = list.choice.status !== '';
  useEffect(() => {
    const isOnItsWay = ({ status }: Delivery) => status === 'waiting' || status === 'sending';
    if (!rows?.some(isOnItsWay) || looks.current === 0) return undefined;
    const look = async () => {
      looks.current -= 1;
      // With a filter, newer deliveries of other kinds may come before those that are shown.
      const limit = hasFilter ? maxRows : Math.min(rows.length, maxRows);
      const result = await ask(api.deliveries(clientId, webhookId, everything, '', limit));
      const found = new Map(
        result.ok ? result.value.rows.map((row) => [row.delivery_id, row]) : [],
      );
      await edit((shown) => shown.map((row) => found.get(row.delivery_id) ?? row));
      const isTried = ({ delivery_id, tries }: Delivery) =>
        (found.get(delivery_id)?.tries.length ?? 0) > tries.length;
      if (rows.some(isTried)) await onTried();
    };
    const timer = setTimeout(() => void look(), 1000);
    return () => clearTimeout(timer);
  }, [rows]);
  const reload = () => {
    looks.current = maxLooks;
    return list.reload();
  };
  return { ...list, reload };
}

export interface DeliveriesSectionProps {
  readonly webhook: Webhook;
  readonly list: Deliveries;
}

export function DeliveriesSection({ webhook, list }: DeliveriesSectionProps) {
  const { choice, choose } = list;
  return (
    <Section id="deliveries" title="Deliveries" lead="Of the last 30 days, the newest first.">
      <div class="row row--wide">
        <StatusChoice
          all={statuses}
          chosen={choice.status}
          onChoose={(status) => choose({ status })}
        />
        <Button look="small" onClick={() => choose({})}>
          Refresh
        </Button>
      </div>
      <RowList
        list={list}
        caption="Deliveries, the newest first"
        isBrief
        timeColumn="Queued"
        toRow={(delivery) => toRow({ webhook, list, delivery })}
        empty={
          choice.status === ''
            ? 'Nothing has been sent yet. Send a test event to see one here.'
            : 'No delivery has this status.'
        }
      />
    </Section>
  );
}

interface DeliveryProps extends DeliveriesSectionProps {
  readonly delivery: Delivery;
}

function toRow(props: DeliveryProps): TableRow {
  const { delivery_id, event_id, type, created_at, tries } = props.delivery;
  const last = tries.at(-1);
  return {
    key: delivery_id,
    time: created_at,
    name: event_id,
    cells: {
      Event: <span class="mono whole">{type}</span>,
      Status: <DeliveryState {...props.delivery} />,
      'Last response': last ? describeTry(last) : null,
      Queued: <Time at={created_at} />,
      '': '',
    },
    details: () => <DeliveryDetails {...props} />,
  };
}

type Attempted = Pick<Delivery, 'status' | 'tries' | 'next_try_at'>;

/** A delivery that waits after a failure needs attention, unlike one that waits for its first attempt. */
function chooseStatus(status: DeliveryStatus, tries: number): StatusProps {
  const usual = statuses[status];
  return status === 'waiting' && tries > 0 ? { ...usual, kind: 'warning' } : usual;
}

export function DeliveryState({ status, tries, next_try_at }: Attempted) {
  const state = chooseStatus(status, tries.length);
  if (state.kind !== 'warning') return <Status {...state} />;
  return (
    <span class="row state">
      <Status {...state} />
      {next_try_at !== null && (
        <span class="muted">
          next try <Time at={next_try_at} />
        </span>
      )}
    </span>
  );
}

/** Draws a bar for each of a webhook's latest deliveries, the newest at the end, and says how many have arrived. */
export function RecentDeliveries({ recent }: Pick<Webhook, 'recent'>) {
  const { length } = recent;
  const isDelivered = ({ status }: Webhook['recent'][number]) => status === 'delivered';
  if (length === 0) return '–';
  return (
    <span class="row">
      <svg width={length * 6} height="16" aria-hidden="true">
        {recent.map(({ status, tries }, index) => (
          <rect
            key={index}
            class={`pill--${chooseStatus(status, tries).kind}`}
            fill="currentColor"
            stroke="none"
            x={(length - 1 - index) * 6}
            y={status === 'delivered' ? 0 : 8}
            width="4"
            height="16"
          />
        ))}
      </svg>
      {`${recent.filter(isDelivered).length} of the last ${length} delivered`}
    </span>
  );
}

/** @returns the result of the latest attempt, and its time */
export function describeLast(tries: Delivery['tries']): string {
  const last = tries.at(-1);
  return last ? `${describeTry(last)}, ${formatTime(last.at)}` : '–';
}

interface SendAgainProps {
  readonly webhook: Webhook;
  readonly delivery: Pick<Delivery, 'delivery_id' | 'status'>;
  readonly eventId: string;
  readonly reload: () => Promise<void>;
}

export function SendAgain({ webhook, delivery, eventId, reload }: SendAgainProps) {
  const { clientId } = useApplication();
  if (!webhook.enabled || delivery.status === 'sending') return null;
  return (
    <div class="row end">
      <ActionButton
        label="Send again"
        fullLabel={`Send again ${eventId} to ${webhook.url}`}
        request={api.resendDelivery(clientId, webhook.webhook_id, delivery.delivery_id)}
        after={{ reload, done: () => 'The event is being sent again.' }}
      />
    </div>
  );
}

/** The attempts, and below them the event as it is sent. */
function DeliveryDetails({ webhook, list: { reload }, delivery }: DeliveryProps) {
  const { delivery_id: id, event_id, body } = delivery;
  return (
    <div class="stack">
      <div class="row">
        <h3>Attempts</h3>
        <SendAgain webhook={webhook} delivery={delivery} eventId={event_id} reload={reload} />
      </div>
      <Attempts {...delivery} />
      <CodeBlock id={`event-of-${id}`} title="Event" what="event" code={formatBody(body)} />
    </div>
  );
}

/** The attempts, beside the response to the latest one. The service keeps no response after a success. */
export function Attempts(delivery: Attempted & Pick<Delivery, 'delivery_id'>) {
  const last = delivery.tries.at(-1);
  return (
    <div class="stack columns">
      <Timeline steps={listAttempts(delivery)} />
      {last?.response && (
        <CodeBlock
          id={`response-of-${delivery.delivery_id}`}
          title={`Response: ${describeResult(last)}`}
          what="response"
          code={formatBody(last.response)}
        />
      )}
    </div>
  );
}

/** @returns each attempt, and the next one. They end after a time, not after a number of attempts */
function listAttempts(delivery: Attempted): readonly TimelineStep[] {
  const { status, tries, next_try_at } = delivery;
  const made = tries.map((one, index) => ({
    state: status === 'delivered' && index === tries.length - 1 ? 'done' : 'problem',
    text: `Attempt ${index + 1}: ${describeTry(one)}`,
    detail: isRedirect(one) && 'Register the address that it leads to.',
    at: one.at,
  })) satisfies TimelineStep[];
  if (status !== 'waiting' && status !== 'sending') return made;
  const text = `Attempt ${tries.length + 1}: ${status === 'sending' ? 'being sent' : 'scheduled'}`;
  const detail = tries.length > 0 && `Attempts go on for ${patienceDays} days.`;
  return [...made, { state: 'ahead', text, detail, at: next_try_at }];
}

function describeTry(one: Try): string {
  const result = describeResult(one);
  return one.problem === null ? `${result} in ${formatNumber(one.ms)} ms` : result;
}

export function describeResult(one: Try): string {
  if (one.problem !== null) return deliveryProblemTexts[one.problem];
  return `HTTP ${one.status}${isRedirect(one) ? ' (redirect)' : ''}`;
}

const isRedirect = ({ status }: Try) => status !== null && status >= 300 && status < 400;

/** @returns a JSON text, indented on several lines; another text is returned unchanged */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
