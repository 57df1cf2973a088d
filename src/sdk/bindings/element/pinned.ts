import { ConnectError, forwardCode } from 'tax-connect';

/** Values that the page pins: it sets them for all its elements, and the attributes of the same names are ignored. */
export interface TaxConnectButtonPins {
  /** The application's public client ID. */
  readonly clientId?: string | undefined;
  /** Address of the Connect page. */
  readonly connectUrl?: string | URL | undefined;
  /** Address of the callback. Only a pinned callback may be on another origin. */
  readonly callback?: string | URL | undefined;
}

/** The properties that decide who gets the connection. If a page pins values, their attributes are ignored. */
export interface PageOnlyValues {
  /** The `session` that the application's backend got from `createSession`. */
  session: string | undefined;
  /** OAuth's state. The backend finds it in the token response. */
  state: string | undefined;
  /** ID of a provider to start with. The selector is skipped if the provider can be used. */
  provider: string | undefined;
}

/** The values, by the names of their attributes. */
type Pinned = ReadonlyMap<string, string>;

const attributes: Pinned = new Map([
  ['clientId', 'client-id'],
  ['connectUrl', 'connect-url'],
  ['callback', 'callback'],
]);

const pageOnlyNames = ['session', 'state', 'provider'] as const satisfies (keyof PageOnlyValues)[];

const elements = ['tax-connect-button', 'tax-connect-selector'];

let pinned: Pinned = new Map();
let isFixed = false;
const warned = new Set<string>();

/**
 * Only the first call can set values, and only while no other copy of this file has registered an element.
 *
 * @returns the registry of elements; undefined on a server, where nothing is registered
 */
export function pin(pins: TaxConnectButtonPins): CustomElementRegistry | undefined {
  const registry = globalThis.customElements;
  if (!registry) return undefined;
  const wanted = readPins(pins);
  isFixed ||= elements.some((name) => registry.get(name));
  if (!isFixed) pinned = wanted;
  for (const [name, value] of wanted) {
    if (pinned.get(name) !== value) refuse(`it is registered, with another ${name}`);
  }
  isFixed = true;
  return registry;
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

/** Only a pinned callback may be on another origin, because users may have written markup with a `callback`. */
export function checkCallback(callback: string): void {
  forwardCode(callback);
  const isOwn = new URL(callback, location.href).origin === location.origin;
  if (isOwn || pinned.has('callback')) return;
  refuse(`callback must be on ${location.origin}, or be pinned by the page`);
}

/** Takes the properties set before the element was registered, which would hide the getters of its class. */
export function takePageOnlyValues(element: Element): Map<string, string | undefined> {
  const values = new Map<string, string | undefined>();
  for (const name of pageOnlyNames) {
    if (!Object.hasOwn(element, name)) continue;
    values.set(name, Reflect.get(element, name));
    Reflect.deleteProperty(element, name);
  }
  return values;
}

function isPageOnly(name: string): boolean {
  return pinned.size > 0 && pageOnlyNames.some((known) => known === name);
}

/** @returns a function that reads a value by the name of its attribute; undefined for a missing or empty value */
export function createReader(element: Element, own: ReadonlyMap<string, string | undefined>) {
  return (name: string): string | undefined => {
    const value = pinned.get(name) ?? own.get(name);
    if (value || isPageOnly(name)) return value || undefined;
    return element.getAttribute(name) || undefined;
  };
}

/** Warns once of each attribute that is ignored because of a pinned value. Users may have written such markup. */
export function warnOfIgnored(element: Element, read: (name: string) => string | undefined): void {
  if (pinned.size === 0) return;
  for (const name of [...pinned.keys(), ...pageOnlyNames]) {
    const written = element.getAttribute(name);
    if (written === null || written === read(name) || warned.has(name)) continue;
    warned.add(name);
    const what = pinned.has(name) ? 'it' : `values. Set the property ${name} instead`;
    console.warn(`tax-connect/element: ${name} is ignored, because the page has pinned ${what}.`);
  }
}

export function refuse(problem: string): never {
  throw new ConnectError('invalid_options', `tax-connect/element: ${problem}.`);
}
