import * as v from 'valibot';
import type { eventsAnswer } from '../../../shapes/backend-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { recentEventsAnswer } from '../../../shapes/dashboard-answers.ts';
import { eventTypes } from '../../../shapes/unions.ts';
import type { ApplicationRequest } from '../../applications/checks.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithQuery } from '../../http/checks.ts';
import { withFacts } from '../../http/endpoint.ts';
import { pageQuery } from '../../http/paging.ts';
import type { Parts } from '../../http/parts.ts';
import { createInvalid, Refusal } from '../../http/refusal.ts';
import { describeDelivery, describeEvent, hasFailed } from '../delivery-entries.ts';
import { isExpiredEvent } from '../event-store.ts';

export const eventsQuery = v.object({
  /** The `next` value of the previous page; an empty text starts with the oldest event. */
  after: pageQuery.entries.after,
  limit: v.optional(pageQuery.entries.limit.wrapped, '50'),
});

type EventsRequest = ApplicationRequest & WithQuery<typeof eventsQuery>;

/**
 * `GET /events`: lists events in the order in which they became visible. `next` is never null after an event, so that
 * a reader can continue later.
 */
export const listEvents = withFacts(
  { refusals: [410] },
  async ({ parts, context, application, query: { after, limit } }: EventsRequest) => {
    const { clock, store } = parts;
    const now = clock.now();
    const count = Number(limit);
    const found = await store.events.list(application.clientId, { after, count, now });
    if (!found) throw isExpiredEvent(after, now) ? createExpired() : createUnknown();
    return answerJson<Answer<typeof eventsAnswer>>(context, {
      events: found.map(describeEvent),
      next: found.at(-1)?.id ?? (after || null),
    });
  },
);

export const recentEventsQuery = v.object({
  ...pageQuery.entries,
  type: v.optional(v.picklist(eventTypes)),
  /** `failed`: events with a delivery that has failed and not arrived since. */
  delivery: v.optional(v.picklist(['failed'])),
  /** The ID of an account, session or provider that the events are about. */
  about: v.optional(v.string()),
});

type RecentRequest = ApplicationRequest & WithQuery<typeof recentEventsQuery>;
type RecentEvent = Awaited<ReturnType<typeof describeRecent>>[number];

/**
 * The events that a page reads at most. No index has the fields of the filters, so a page of rare events may be shorter
 * than its limit, or empty. The next page then begins where this one has stopped.
 */
const maxRead = 1000;
const filteredAtOnce = 100;

/** `GET …/events`: lists the events of the last 30 days with their deliveries, newest first. */
export async function listRecentEvents({ parts, context, application, query }: RecentRequest) {
  const { clock, store } = parts;
  const now = clock.now();
  const size = Number(query.limit);
  const { type, delivery, about } = query;
  const isFiltered = [type, delivery, about].some((filter) => filter !== undefined);
  const count = isFiltered ? filteredAtOnce : size + 1;
  const found: RecentEvent[] = [];
  let next: string | null = query.after;
  for (let read = 0; next !== null && found.length <= size && read < maxRead; read += count) {
    const rows = await store.recentEvents.list(application.clientId, { after: next, count, now });
    const wanted = rows.filter(
      (row) =>
        (type === undefined || row.type === type) &&
        (about === undefined || isAbout(row.data, about)),
    );
    const described = await describeRecent(store, wanted);
    found.push(...described.filter((event) => delivery === undefined || isMissing(event)));
    next = rows.length === count ? (rows.at(-1)?.id ?? null) : null;
  }
  const events = found.slice(0, size);
  return answerJson<Answer<typeof recentEventsAnswer>>(context, {
    events,
    next: found.length > size ? (events.at(-1)?.id ?? null) : next,
  });
}

async function describeRecent(
  store: Parts['store'],
  rows: Awaited<ReturnType<Parts['store']['recentEvents']['list']>>,
) {
  const deliveries = await store.deliveryEntries.listOfEvents(rows.map(({ id }) => id));
  return rows.map((row) => ({
    ...describeEvent(row),
    created_at: row.created_at,
    deliveries: deliveries
      .filter(({ event }) => event.id === row.id)
      .map((delivery) => {
        const { delivery_id, status, next_try_at, tries } = describeDelivery(delivery);
        return { webhook_id: delivery.queue, delivery_id, status, next_try_at, tries };
      }),
  }));
}

/** Compares the service's IDs alone, because an application's IDs may name a person. They stay out of addresses. */
function isAbout(data: string, id: string): boolean {
  const { account_id, session_id, provider_id } = JSON.parse(data) as Record<string, unknown>;
  return [account_id, session_id, provider_id].includes(id);
}

function isMissing({ deliveries }: RecentEvent): boolean {
  return deliveries.some(({ tries }) => hasFailed(tries));
}

function createUnknown(): Refusal {
  return createInvalid(
    'after is not an event of this application. Send the `next` of the last page, or leave it out to read from the oldest event.',
  );
}

function createExpired(): Refusal {
  return new Refusal(
    [410, 'event_expired'],
    'The event of after is older than 30 days, so events may be missing. Leave after out, and compare each connection with GET /account.',
  );
}
