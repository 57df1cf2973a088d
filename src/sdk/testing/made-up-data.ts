import type { ConnectEventType } from '../server/connect-event.ts';

const dayMs = 24 * 60 * 60 * 1000;
const account = { accountId: 'account_made_up', providerId: 'sandbox' };
const provider = { providerId: 'sandbox' };

/** The fields of each type of event. */
const madeUp: { readonly [Type in ConnectEventType]: () => object } = {
  'connection.created': () => account,
  'connection.login_required': () => account,
  'connection.restored': () => account,
  'connection.disconnected': () => ({ ...account, by: 'person' }),
  'connection.expiring': () => ({ ...account, expiresAt: new Date(Date.now() + 14 * dayMs) }),
  'connection.expired': () => account,
  'session.finished': () => ({ sessionId: 'cs_made_up', status: 'expired' }),
  'provider.unavailable': () => provider,
  'provider.available': () => provider,
};

/**
 * @param data - the fields that a test has chosen
 * @returns the data of an event in the form of its JSON
 * @throws Error for an unknown type; it lists the known types
 */
export function makeUpData(type: ConnectEventType, data: object): object {
  if (!Object.hasOwn(madeUp, type)) {
    throw new Error(
      `sendEvent: ${type} is not a type. Types are ${Object.keys(madeUp).join(', ')}.`,
    );
  }
  const fields = Object.entries({ ...madeUp[type](), ...data }).map(
    ([name, value]) =>
      [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value] as const,
  );
  return Object.fromEntries(fields);
}
