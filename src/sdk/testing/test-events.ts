import {
  type ConnectEvent,
  type ConnectEventData,
  type ConnectEventType,
  parseConnectEvent,
  requiredFields,
} from '../server/connect-event.ts';
import { listEvents } from '../server/list-events.ts';
import type { ApplicationOptions } from '../server/service-options.ts';

/** The methods for the events of a Connect service in a test. */
export interface TestEvents {
  /** @returns all events so far, oldest first, in the format of `listEvents` of `tax-connect/server` */
  events(): Promise<readonly ConnectEvent[]>;
  /**
   * Sends every later event to a receiver, within a second, or at once when you call `deliverEvents`. An event that the
   * receiver does not accept is sent again later; move the clock there with `advance`.
   *
   * @param receiver - the address of your own endpoint on this machine, which gets signed webhooks; or a function
   *   in this process, such as the `onEvent` of your `createWebhookHandler`
   * @param options - `secret`: the webhook secret that your running application already uses; default: a new secret
   * @returns the secret with which the webhooks are signed
   * @throws Error for a wrong address or secret
   */
  onEvent(
    receiver: string | ((event: ConnectEvent) => unknown),
    options?: { readonly secret?: string | undefined },
  ): Promise<{ readonly secret: string }>;
  /**
   * Adds an invented event, such as `provider.unavailable`, and sends all due events.
   *
   * @param data - the fields that your test needs; other required fields get invented values
   * @returns the event; resolves after the receivers have answered
   */
  sendEvent<Type extends ConnectEventType>(
    type: Type,
    data?: Partial<ConnectEventData[Type]>,
  ): Promise<ConnectEvent>;
  /** Sends all due events. Resolves when the receivers have answered. */
  deliverEvents(): Promise<void>;
}

export interface EventService extends Pick<TestEvents, 'deliverEvents'> {
  onEvent(
    receiver: string | ((event: unknown) => unknown),
    secret?: string,
  ): Promise<{ readonly secret: string }>;
  sendEvent(event: { readonly type: string; readonly data: object }): Promise<string>;
}

export function createTestEvents(
  { onEvent, sendEvent, deliverEvents }: EventService,
  own: ApplicationOptions,
): TestEvents {
  const readEvents = async (after: string | null = null): Promise<readonly ConnectEvent[]> => {
    const { events, next } = await listEvents({ ...own, after, limit: 100 });
    return events.length === 0 ? [] : [...events, ...(await readEvents(next))];
  };
  return {
    deliverEvents,
    events: () => readEvents(),
    async onEvent(receiver, { secret } = {}) {
      if (typeof receiver === 'string') return await onEvent(receiver, secret);
      return await onEvent((json) => {
        const event = parseConnectEvent(json);
        return event && receiver(event);
      }, secret);
    },
    async sendEvent(type, data = {}) {
      const id = await sendEvent({ type, data: makeUpData(type, data) });
      await deliverEvents();
      const event = (await readEvents()).find((added) => added.id === id);
      if (event) return event;
      throw new Error(`sendEvent: the event ${id} was not stored.`);
    },
  };
}

const dayMs = 24 * 60 * 60 * 1000;

type FieldName = (typeof requiredFields)[ConnectEventType][number];

const madeUp: { readonly [Name in FieldName]: () => unknown } = {
  accountId: () => 'account_made_up',
  providerId: () => 'sandbox',
  by: () => 'person',
  expiresAt: () => new Date(Date.now() + 14 * dayMs),
  sessionId: () => 'cs_made_up',
  status: () => 'expired',
};

/** @returns the data of an event as JSON: the fields of `data`, and invented values for other required fields */
function makeUpData(type: ConnectEventType, data: object): object {
  if (!Object.hasOwn(requiredFields, type)) {
    throw new Error(
      `sendEvent: ${type} is not a type. Types are ${Object.keys(requiredFields).join(', ')}.`,
    );
  }
  const names: readonly FieldName[] = requiredFields[type];
  const required = Object.fromEntries(names.map((name) => [name, madeUp[name]()]));
  return toSnakeCase({ ...required, ...data });
}

export function toSnakeCase(fields: object): object {
  const rename = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]));
}
