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

/**
 * @param data - the fields that the test has chosen
 * @returns the data of an event as JSON: the fields of `data`, and invented values for other required fields
 * @throws Error for an unknown type; the message lists the known types
 */
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

/** @returns a copy of the object, with property names in snake_case */
export function toSnakeCase(fields: object): object {
  const rename = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]));
}
