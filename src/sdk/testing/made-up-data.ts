import { type ConnectEventType, requiredFields } from '../server/connect-event.ts';

const dayMs = 24 * 60 * 60 * 1000;

type FieldName = (typeof requiredFields)[ConnectEventType][number];

/** An invented value for each field that a type of event requires. */
const madeUp: { readonly [Name in FieldName]: () => unknown } = {
  accountId: () => 'account_made_up',
  providerId: () => 'sandbox',
  by: () => 'person',
  expiresAt: () => new Date(Date.now() + 14 * dayMs),
  sessionId: () => 'cs_made_up',
  status: () => 'expired',
};

/** @returns the data of an event as JSON: the fields of `data`, and invented values for other required fields */
export function makeUpData(type: ConnectEventType, data: object): object {
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
