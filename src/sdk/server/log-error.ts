import { isOneOf } from '../protocol/record.ts';
import { CallbackError } from './callback-error.ts';
import { ExchangeError, SessionError } from './request-errors.ts';
import { WebhookError } from './webhook-error.ts';

const maxLength = 500;
const maxStackLength = 5000;

/** Prints a line. Of errors that are not the SDK's, it has only the name: a message may quote a token or a code. */
export function logError(place: string, error: unknown): void {
  console.error(clean(`tax-connect: ${place}: ${describeError(error)}`, []));
}

/** Makes untrusted text safe for a log: one line of at most 500 characters, without the given secrets. */
export function clean(text: string, secrets: readonly string[]): string {
  return redact(text, secrets)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, maxLength)
    .trim();
}

function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '[redacted]'), text);
}

const printed = new Set<string>();

export function warnOnce(text: string): void {
  if (printed.has(text)) return;
  printed.add(text);
  console.error(`tax-connect: ${text}`);
}

interface ErrorOptions {
  readonly onError: (() => void | Promise<void>) | undefined;
  /** Left out of the stack that is printed. */
  readonly secrets: readonly string[];
}

/** Passes an error to `onError` of the application. If there is no `onError`, the error is printed. */
export async function reportError(
  place: string,
  error: CallbackError | WebhookError,
  { onError, secrets }: ErrorOptions,
): Promise<void> {
  if (!onError) {
    logError(place, error);
    logStack(error, secrets);
    return;
  }
  try {
    await onError();
  } catch {
    // The application's `onError` threw an exception. The response does not depend on it.
  }
}

/** Prints the stack of an exception of the application's own code, except in production. */
function logStack({ code, cause }: CallbackError | WebhookError, secrets: readonly string[]): void {
  const isFromApplication = code === 'callback_failed' || code === 'event_failed';
  if (!isFromApplication || !(cause instanceof Error) || !isDevelopment()) return;
  console.error(redact(cause.stack ?? '', secrets).slice(0, maxStackLength));
}

function describeError(error: unknown): string {
  if (error instanceof ExchangeError || error instanceof SessionError) {
    return `${error.code}. ${error.message}`;
  }
  if (error instanceof WebhookError) return describeWebhook(error);
  if (!(error instanceof CallbackError)) return nameValue(error);
  const { code, cause, thrownBy } = error;
  if (thrownBy !== null) return `${code}, because ${thrownBy} threw ${nameValue(cause)}`;
  return cause === undefined ? code : `${code}, caused by ${describeCause(error)}`;
}

function describeWebhook({ code, message, cause }: WebhookError): string {
  if (code === 'event_failed') return `${code}, because onEvent threw ${nameValue(cause)}`;
  return `${code}. ${message}`;
}

// With these codes, the cause is an error of the SDK. Its message explains the problem, and contains no secret.
const explained = ['cross_origin', 'state_mismatch', 'issuer_mismatch', 'invalid_request'] as const;

function describeCause({ code, cause }: CallbackError): string {
  const isOurs = isOneOf(code, explained) && cause instanceof Error;
  return isOurs ? cause.message : describeError(cause);
}

function nameValue(value: unknown): string {
  return value instanceof Error ? value.name : `a value of type ${typeof value}`;
}

/** A runtime without `process`, such as a worker, counts as production. */
function isDevelopment(): boolean {
  const { process } = globalThis as { process?: { env?: { NODE_ENV?: string } } };
  return process?.env !== undefined && process.env.NODE_ENV !== 'production';
}
