import { parseChoice } from './shape.ts';

/** Codes that a Connect page may report. The SDK detects the others, about the host's page or the frame or popup. */
const pageErrorCodes = [
  'invalid_options',
  'unsupported_browser',
  'offline',
  'connection_lost',
  'protocol_error',
  'unsupported_version',
  'unknown_client',
  'origin_not_allowed',
  'provider_unavailable',
  'submission_limit_reached',
  'session_expired',
  'rate_limited',
  'access_denied',
  'server_error',
] as const;

/** A code that a Connect page may report. */
export type PageErrorCode = (typeof pageErrorCodes)[number];

export const parsePageErrorCode = parseChoice(...pageErrorCodes);
