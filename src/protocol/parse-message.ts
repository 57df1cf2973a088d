import { parseAuthorizationCode, parseHandoff, parseNonce } from './brands.ts';
import { isPageErrorCode } from './error-codes.ts';
import {
  type HelloMessage,
  type HostMessage,
  type PageMessage,
  protocolName,
  protocolVersion,
  type WelcomeMessage,
} from './messages.ts';
import { isProviderId, parseProviders } from './provider.ts';
import { type ForeignRecord, isOneOf, isText, readRecord } from './record.ts';

/**
 * What a port message turned out to be: a value of a known type, a type of some later version
 * (`unknown`, to be ignored) or a known type in a wrong shape (`malformed`, to be counted).
 */
export type Parsed<Message> = Message | 'unknown' | 'malformed';

type Parsers<Message> = { readonly [type: string]: (record: ForeignRecord) => Message | undefined };

const maxTextLength = 2000;
const maxHeight = 100_000;

const pageParsers: Parsers<PageMessage> = {
  ready: ({ application }) => {
    const { name, environment } = readRecord(application) ?? {};
    return isText(name, maxTextLength) && isOneOf(environment, ['test', 'live'])
      ? { type: 'ready', application: { name, environment } }
      : undefined;
  },
  providers: (record) => {
    const providers = parseProviders(record.providers);
    return providers && { type: 'providers', providers };
  },
  provider_selected: ({ provider_id }) =>
    isProviderId(provider_id) ? { type: 'provider_selected', provider_id } : undefined,
  step: ({ step }) =>
    isOneOf(step, ['select', 'login', 'consent']) ? { type: 'step', step } : undefined,
  code: ({ code: text, nonce }) => {
    const code = parseAuthorizationCode(text);
    return code && isText(nonce, maxTextLength) ? { type: 'code', code, nonce } : undefined;
  },
  exit: ({ reason }) =>
    isOneOf(reason, ['denied', 'closed']) ? { type: 'exit', reason } : undefined,
  exit_requested: () => ({ type: 'exit_requested' }),
  resize: ({ height }) =>
    typeof height === 'number' && height >= 0 && height <= maxHeight
      ? { type: 'resize', height }
      : undefined,
  leaving: () => ({ type: 'leaving' }),
  handoff_changed: ({ state }) =>
    isOneOf(state, ['waiting', 'joined', 'left', 'refused'])
      ? { type: 'handoff_changed', state }
      : undefined,
  error: ({ code, message, retryable }) =>
    isPageErrorCode(code) && isText(message, maxTextLength) && typeof retryable === 'boolean'
      ? { type: 'error', code, message, retryable }
      : undefined,
};

const hostParsers: Parsers<HostMessage> = {
  select_provider: ({ provider_id }) =>
    isProviderId(provider_id) ? { type: 'select_provider', provider_id } : undefined,
  back: () => ({ type: 'back' }),
  handoff: ({ handoff: text, provider_id }) => {
    const handoff = parseHandoff(text);
    return handoff && isProviderIdOrNull(provider_id)
      ? { type: 'handoff', handoff, provider_id }
      : undefined;
  },
  code_received: () => ({ type: 'code_received' }),
  close: () => ({ type: 'close' }),
};

/**
 * @param data - `event.data` of a window message
 * @returns the hello, of whatever version, or undefined for anything else
 */
export function parseHello(data: unknown): HelloMessage | undefined {
  const { protocol, version, type } = readRecord(data) ?? {};
  return protocol === protocolName && typeof version === 'number' && type === 'hello'
    ? { protocol, version, type }
    : undefined;
}

/**
 * @param data - `event.data` of a window message
 * @returns the welcome as a new object, or undefined for anything else
 */
export function parseWelcome(data: unknown): WelcomeMessage | undefined {
  const record = readRecord(data);
  if (!record) return undefined;
  const { protocol, version, type } = record;
  const { session_id, state, surface, selector, provider_id, locale, theme } = record;
  const nonce = parseNonce(record.nonce);
  return protocol === protocolName &&
    version === protocolVersion &&
    type === 'welcome' &&
    nonce &&
    isText(session_id, maxTextLength) &&
    (state === null || isText(state, maxTextLength)) &&
    isOneOf(surface, ['frame', 'popup']) &&
    isOneOf(selector, ['host', 'page']) &&
    isProviderIdOrNull(provider_id) &&
    isText(locale, maxTextLength) &&
    isOneOf(theme, ['light', 'dark'])
    ? {
        ...{ protocol, version, type, session_id, nonce, state },
        ...{ surface, selector, provider_id, locale, theme },
      }
    : undefined;
}

/**
 * @param data - `event.data` of a message on the host's port
 * @returns the page's message as a new object, or what else it was
 */
export function parsePageMessage(data: unknown): Parsed<PageMessage> {
  return parseByType(data, pageParsers);
}

/**
 * @param data - `event.data` of a message on the page's port
 * @returns the host's message as a new object, or what else it was
 */
export function parseHostMessage(data: unknown): Parsed<HostMessage> {
  return parseByType(data, hostParsers);
}

function parseByType<Message>(data: unknown, parsers: Parsers<Message>): Parsed<Message> {
  const record = readRecord(data);
  const type = record?.type;
  if (!record || typeof type !== 'string' || !Object.hasOwn(parsers, type)) return 'unknown';
  return parsers[type]?.(record) ?? 'malformed';
}

function isProviderIdOrNull(value: unknown): value is string | null {
  return value === null || isProviderId(value);
}
