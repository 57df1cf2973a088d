import { ConnectError, forwardCode } from 'tax-connect';

/** Values that the page sets for all its elements. The attributes of the same names are then ignored. */
export interface TaxConnectButtonPins {
  /** The application's public client ID. */
  readonly clientId?: string | undefined;
  /** Address of the Connect page. */
  readonly connectUrl?: string | URL | undefined;
  /** The callback on the application's own origin. */
  readonly callback?: string | URL | undefined;
}

/** The pinned values, by the names of their attributes. */
type Pinned = ReadonlyMap<string, string>;

const attributes: ReadonlyMap<string, string> = new Map([
  ['clientId', 'client-id'],
  ['connectUrl', 'connect-url'],
  ['callback', 'callback'],
]);

let pinned: Pinned = new Map();
const warned = new Set<string>();

/**
 * @param pins - the page's values
 * @param isRegistered - whether the element works already; then its values cannot change
 * @throws {ConnectError} `invalid_options` for an unknown name, an empty value, a callback of another
 *   origin, and a change
 */
export function pin(pins: TaxConnectButtonPins, isRegistered: boolean): void {
  const wanted = readPins(pins);
  if (!isRegistered) pinned = wanted;
  for (const [name, value] of wanted) {
    if (pinned.get(name) !== value) refuse(`it is registered already, with another ${name}`);
  }
}

function readPins(pins: TaxConnectButtonPins): Pinned {
  const wanted = new Map<string, string>();
  for (const [name, value] of Object.entries(pins)) {
    const attribute = attributes.get(name);
    if (!attribute) return refuse(`only ${[...attributes.keys()].join(', ')} can be pinned`);
    if (value === undefined) continue;
    if (!`${value}`) refuse(`${name} must not be empty`);
    wanted.set(attribute, `${value}`);
  }
  const callback = wanted.get('callback');
  if (callback !== undefined) forwardCode(callback);
  return wanted;
}

/** @returns a reader of the element's values; undefined for an empty or missing one */
export function createReader(element: Element) {
  return (name: string): string | undefined =>
    pinned.get(name) ?? (element.getAttribute(name) || undefined);
}

/** Warns once of each attribute that contradicts the page. Markup of users may contain it. */
export function warnOfIgnored(element: Element): void {
  for (const [name, value] of pinned) {
    const written = element.getAttribute(name);
    if (written === null || written === value || warned.has(name)) continue;
    warned.add(name);
    console.warn(`tax-connect-button: ${name} is ignored, because the page has pinned it.`);
  }
}

/** @throws {ConnectError} `invalid_options` */
export function refuse(problem: string): never {
  throw new ConnectError('invalid_options', `tax-connect-button: ${problem}.`);
}
