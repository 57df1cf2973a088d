import { parseList, parseNullable, parseShape, type Shape } from '../protocol/shape.ts';
import { requestAuthenticated } from './authenticated-request.ts';
import { type ConnectEvent, parseConnectEvent } from './connect-event.ts';
import { EventsError, type EventsErrorCode } from './request-errors.ts';
import {
  type ApplicationOptions,
  applicationRules,
  optional,
  type Rules,
  wholeNumber,
} from './service-options.ts';
import { parseFilled } from './token-response.ts';

/** The options of {@link listEvents}. */
export interface ListEventsOptions extends ApplicationOptions {
  /** The `next` of an earlier list, to get only later events. Default: all events of the last 30 days. */
  readonly after?: string | null | undefined;
  /** The maximum number of events in one list, 1 to 100; default 50. */
  readonly limit?: number | undefined;
}

/** One page of events. */
export interface EventList {
  /** The events, oldest first. Empty when nothing is new. */
  readonly events: readonly ConnectEvent[];
  /** Store this value, and pass it as `after` in the next call. Null when there has been no event yet. */
  readonly next: string | null;
}

const shape: Shape<EventList> = {
  events: parseList(parseConnectEvent, Number.POSITIVE_INFINITY),
  next: parseNullable(parseFilled),
};

const rules: Rules<ListEventsOptions> = {
  ...applicationRules,
  after: optional(
    (value) => value === null || (typeof value === 'string' && /^\w{1,200}$/.test(value)),
    'must be the next of an earlier answer',
  ),
  limit: wholeNumber(1, 100),
};

// The longest accepted response, in bytes. It has room for 100 events with the longest tags.
const maxBytes = 1024 * 1024;
const refusals: Readonly<Record<string, EventsErrorCode>> = {
  '400 invalid_request': 'invalid_options',
  '401 invalid_client': 'invalid_client',
  '410 event_expired': 'event_expired',
};

/**
 * Lists the events of the application's connections, sessions and providers in the last 30 days. A backend that
 * passes the `next` of its last list within 30 days misses no event.
 *
 * @throws EventsError `invalid_client`, `event_expired`; and the codes of {@link CommonErrorCode}
 * @example
 * ```ts
 * import { listEvents } from 'tax-connect/server';
 *
 * const clientSecret = process.env.CONNECT_CLIENT_SECRET ?? '';
 * const own = { baseUrl: 'https://connect.example', clientId: 'my_app', clientSecret };
 * const { events, next } = await listEvents({ ...own, after: 'ev_stored_next' });
 * for (const { type, data } of events) console.log(type, data);
 * console.log('Store for the next time:', next);
 * ```
 */
export async function listEvents(options: ListEventsOptions): Promise<EventList> {
  const request = {
    path: ['events'],
    query: { after: options.after ?? undefined, limit: options.limit },
    expected: 'a list of events',
    parse: (body: unknown) => parseShape(body, shape),
    refusals,
    ErrorClass: EventsError,
    maxBytes,
  };
  return await requestAuthenticated(options, request, rules);
}
