import { parseAuthorizationCode, parseHandoff } from './brands.ts';
import { parsePageErrorCode } from './error-codes.ts';
import { type HelloMessage, type HostMessage, type PageMessage, protocolName } from './messages.ts';
import { parseLongText, parseProviderId, parseProviders } from './provider.ts';
import { readOwn } from './record.ts';
import { parseChoice, parseNullable, parseShape, parseText, type Shape } from './shape.ts';
import { pageExitReasons } from './words.ts';

/** A parsed message. `unknown`: of a later version, ignored. `malformed`: a known type with a wrong shape, counted. */
export type Parsed<Message> = Message | 'unknown' | 'malformed';

/** For each type of message, the parsers of the properties besides `type`. */
type Shapes<Message extends { readonly type: string }> = {
  readonly [Type in Message['type']]: Shape<Omit<Extract<Message, { type: Type }>, 'type'>>;
};

const maxHeight = 100_000;

/** Accepts the number that the modal shows and the user types into a popup: a text of four digits. */
const parseNumber = (value: unknown) =>
  typeof value === 'string' && /^\d{4}$/.test(value) ? value : undefined;

/** Refuses addresses such as `javascript:`, which run a script when they are opened. */
const parseWebAddress = (value: unknown) => {
  const text = parseText(value);
  return text && /^https?:\/\//.test(text) ? text : undefined;
};

const pageShapes: Shapes<PageMessage> = {
  ready: {
    application: (value) =>
      parseShape(value, {
        name: parseText,
        environment: parseChoice('test', 'live'),
        support_url: (address = null) => parseNullable(parseWebAddress)(address),
        logo: (address = null) => parseLongText(address),
      }),
    session: (value = false) => parseChoice(true, false)(value),
  },
  providers: { providers: parseProviders },
  provider_selected: { provider_id: parseProviderId },
  provider_not_listed: {},
  step: { step: parseChoice('select', 'login', 'consent') },
  code: { code: parseAuthorizationCode, nonce: parseText },
  exit: { reason: parseChoice(...pageExitReasons) },
  exit_requested: {},
  resize: {
    height: (value) =>
      typeof value === 'number' && value >= 0 && value <= maxHeight ? value : undefined,
  },
  leaving: {},
  unloading: {},
  handoff_changed: { state: parseChoice('waiting', 'joined', 'left', 'refused') },
  handoff_asked: { number: parseNullable(parseNumber) },
  error: { code: parsePageErrorCode, message: parseText, retryable: parseChoice(true, false) },
};

const hostShapes: Shapes<HostMessage> = {
  select_provider: { provider_id: parseProviderId },
  back: {},
  handoff: { handoff: parseHandoff, provider_id: parseNullable(parseProviderId) },
  code_received: {},
  unloading: {},
  close: {},
};

const helloShape: Shape<HelloMessage> = {
  protocol: parseChoice(protocolName),
  version: (value) => (typeof value === 'number' ? value : undefined),
  type: parseChoice('hello'),
};

/** Reads `event.data` of a window message to the host. Accepts a `hello` of any protocol version. */
export const parseHello = (data: unknown) => parseShape(data, helloShape);

export const parsePageMessage = (data: unknown) => parseByType<PageMessage>(data, pageShapes);

export const parseHostMessage = (data: unknown) => parseByType<HostMessage>(data, hostShapes);

function parseByType<Message>(data: unknown, shapes: Readonly<Record<string, Shape<object>>>) {
  const type = readOwn(data, 'type');
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return 'unknown';
  const parts = parseShape(data, shapes[type] ?? {});
  return parts ? ({ type, ...parts } as Message) : 'malformed';
}
