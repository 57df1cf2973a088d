import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const secretFields = [
  'code',
  'client_secret',
  'access_token',
  'password',
  'one_time_code',
  'flow_token',
  'authorization',
];

/**
 * Plain structured logs. Nothing in the service logs a secret; the redaction is the net below, for
 * the day somebody logs a whole body.
 *
 * @param level - lowest level that is written, or `silent`
 * @param destination - where lines go (default: standard output)
 * @returns the logger
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  const options = { level, base: null, redact: { paths, censor: '[redacted]' } };
  return destination ? pino(options, destination) : pino(options);
}
