import { describe, expect, it } from 'vitest';
import { CallbackError, type CallbackErrorCode } from '../../../src/sdk/server/callback-error.ts';
import {
  AccountError,
  EventsError,
  ExchangeError,
  RecordsError,
  SessionError,
} from '../../../src/sdk/server/request-errors.ts';
import { ServiceError } from '../../../src/sdk/server/service-error.ts';
import { WebhookError } from '../../../src/sdk/server/webhook-error.ts';

describe('an error of the callback', () => {
  const codes: Record<CallbackErrorCode, readonly [status: number, retryable: boolean]> = {
    invalid_request: [400, false],
    navigation_required: [403, true],
    method_not_allowed: [405, false],
    unsupported_media_type: [415, false],
    cross_origin: [403, false],
    state_mismatch: [403, true],
    issuer_mismatch: [403, true],
    no_live_flow: [403, true],
    access_denied: [403, true],
    invalid_grant: [400, true],
    exchange_failed: [502, true],
    callback_failed: [500, true],
  };
  const create = (code: string, options?: { cause?: unknown }) =>
    new CallbackError(code as CallbackErrorCode, options);

  it.each(Object.entries(codes))(
    '%s has its status, and says whether a new flow can succeed',
    (code, expected) => {
      const error = create(code);

      expect([error.name, error.code]).toEqual(['CallbackError', code]);
      expect([error.status, error.retryable]).toEqual(expected);
    },
  );

  it('has a sentence for the user, with advice only where it can help', () => {
    const errors = Object.keys(codes).map((code) => create(code));
    const messages = errors.map(({ message }) => message);
    const advising = errors.filter(({ message }) => /Please (connect|try) again/.test(message));

    expect(new Set(messages).size).toBe(errors.length);
    for (const message of messages) expect(message).toMatch(/^[A-Z].{10,}\.$/);
    expect(advising).toHaveLength(6);
    expect(advising.every(({ retryable }) => retryable)).toBe(true);
  });
});

it('every error is a ServiceError, which says whether another try can succeed', () => {
  const errors = [
    new AccountError('timeout', 'why'),
    new CallbackError('callback_failed'),
    new EventsError('timeout', 'why'),
    new ExchangeError('timeout', 'why'),
    new RecordsError('provider_failed', 'why', { status: 502, retryAfterSeconds: 7 }),
    new SessionError('code_pending', 'why', { retryAfterSeconds: 30 }),
    new WebhookError('event_failed', { cause: 'why' }),
  ];

  expect(errors.every((error) => error instanceof ServiceError && error.retryable)).toBe(true);
  expect(errors.map((error) => error.name === error.constructor.name)).not.toContain(false);
  const waits = errors.map(({ retryAfterSeconds }) => retryAfterSeconds);
  expect(waits).toEqual([...[null, null, null, null], 7, 30, null]);
  expect(new WebhookError('invalid_signature').retryable).toBe(false);
  expect(errors[6]?.cause).toBe('why');
});

it('an error has its name where the application has frozen Error.prototype', () => {
  Object.defineProperty(Error.prototype, 'name', { writable: false });
  const { name } = new ExchangeError('timeout', 'why');
  Object.defineProperty(Error.prototype, 'name', { writable: true });

  expect(name).toBe('ExchangeError');
});
