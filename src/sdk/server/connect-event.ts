import { toCamelCase } from '../protocol/camel-case.ts';
import { isRecord } from '../protocol/record.ts';
import { parseShape } from '../protocol/shape.ts';
import type { eventTypes } from '../protocol/words.ts';
import { type OwnEventIds, parseTags } from './own-ids.ts';
import type { SessionStatus } from './sessions.ts';
import { type AccountIds, parseFilled, parseTime } from './token-response.ts';

/** The account that an event is about. */
export interface AccountEventData extends AccountIds, OwnEventIds {}

/** The data of each type of event. Events contain no names, no credentials and no records. */
export interface ConnectEventData {
  /** An account has been connected: its code has been exchanged. */
  readonly 'connection.created': AccountEventData & {
    /** The session of `createSession` in which the account was connected; missing when there was none. */
    readonly sessionId?: string;
  };
  /** The provider no longer accepts the connection. The person must connect the account again. */
  readonly 'connection.login_required': AccountEventData;
  /** Records can be read again, because the person has connected the account again. */
  readonly 'connection.restored': AccountEventData;
  /** The connection has ended, and its tokens are invalid. */
  readonly 'connection.disconnected': AccountEventData & {
    /** The party that ended the connection. A later version of the service may add values. */
    readonly by: 'application' | 'operator' | 'person';
  };
  /** The consent expires soon. This event is sent twice: 14 days and one day before the end of the consent. */
  readonly 'connection.expiring': AccountEventData & { readonly expiresAt: Date };
  /** The consent has expired. */
  readonly 'connection.expired': AccountEventData;
  /** A session that your backend created with `createSession` has ended. */
  readonly 'session.finished': OwnEventIds & {
    readonly sessionId: string;
    readonly status: Exclude<SessionStatus, 'open'>;
    /** Set only if `status` is `connected`. */
    readonly accountId?: string;
    /** Set only if `status` is `connected`. */
    readonly providerId?: string;
  };
  /** An operator has switched a provider off: people cannot sign in there, and reading records fails. */
  readonly 'provider.unavailable': { readonly providerId: string };
  /** The provider can be used again. */
  readonly 'provider.available': { readonly providerId: string };
}

/** The types of events that this version of the SDK knows. */
export type ConnectEventType = (typeof eventTypes)[number];

/** An event. A later version of the service may send other types, so a `switch` over `type` needs a `default`. */
export type ConnectEvent = {
  readonly [Type in ConnectEventType]: {
    /** The ID is the same for every delivery of this event. */
    readonly id: string;
    readonly type: Type;
    readonly createdAt: Date;
    readonly data: ConnectEventData[Type];
  };
}[ConnectEventType];

/** An event as the Connect service sends it: `data` is in snake_case, too, and times are ISO 8601, in UTC. */
const shape = {
  id: parseFilled,
  type: parseFilled,
  created_at: parseTime,
  data: (value: unknown) => (isRecord(value) ? value : undefined),
};

/** The required fields of each known type. Without them, an event is invalid. */
export const requiredFields = {
  'connection.created': ['accountId', 'providerId'],
  'connection.login_required': ['accountId', 'providerId'],
  'connection.restored': ['accountId', 'providerId'],
  'connection.disconnected': ['accountId', 'providerId', 'by'],
  'connection.expiring': ['accountId', 'providerId', 'expiresAt'],
  'connection.expired': ['accountId', 'providerId'],
  'session.finished': ['sessionId', 'status'],
  'provider.unavailable': ['providerId'],
  'provider.available': ['providerId'],
} as const satisfies {
  readonly [Type in ConnectEventType]: readonly (keyof ConnectEventData[Type])[];
};

/** @returns the event, even if its type is unknown; undefined when `value`, which is parsed JSON, is not an event */
export function parseConnectEvent(value: unknown): ConnectEvent | undefined {
  const json = parseShape(value, shape);
  if (!json) return undefined;
  const { id, type, created_at } = json;
  const data: Readonly<Record<string, unknown>> = toCamelCase(readFields(json.data));
  const required: readonly string[] = Object.hasOwn(requiredFields, type)
    ? requiredFields[type as ConnectEventType]
    : [];
  if (required.some((name) => data[name] === undefined)) return undefined;
  // The data has the declared type only for known types. The data of an unknown type is passed on unchecked.
  return { id, type, createdAt: new Date(created_at), data } as unknown as ConnectEvent;
}

/** @returns a copy with only the texts and the tags. A text whose name ends in `_at` must be a time */
function readFields(data: object): object {
  const fields = Object.entries(data).flatMap(([name, value]) => {
    const tags = name === 'tags' ? parseTags(value) : undefined;
    const text = name.endsWith('_at') ? parseTime(value) : parseFilled(value);
    const field = tags ?? text;
    return field === undefined ? [] : [[name, field] as const];
  });
  return Object.fromEntries(fields);
}
