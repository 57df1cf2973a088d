import process from 'node:process';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const secretFields: ReadonlySet<string> = new Set([
  'code',
  'client_secret',
  'access_token',
  'password',
  'one_time_code',
  'flow_token',
  'authorization',
]);

/**
 * Plain structured logs. Nothing in the service logs a secret; the redaction is a safety net, in
 * case some code logs a whole body.
 *
 * @param level - lowest level that is written, or `silent`
 * @param destination - where lines go (default: standard output)
 * @returns the logger
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    formatters: { log: redact },
  };
  return pino(options, destination ?? createOutput());
}

/**
 * @param name - of a field or a parameter
 * @returns whether its value may not be shown
 */
export function isSecretField(name: string): boolean {
  return secretFields.has(name.toLowerCase());
}

const maxWaitingCharacters = 64 * 1024;

/**
 * Standard output, with one system call for all lines of a turn of the event loop: one for each line
 * costs more than everything else about it. An orderly end of the process writes the rest first.
 */
function createOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true });
  let waiting = '';
  const flush = () => {
    if (waiting === '') return;
    output.write(waiting);
    waiting = '';
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (waiting === '') setImmediate(flush);
      waiting += line;
      if (waiting.length >= maxWaitingCharacters) flush();
    },
  };
}

/** Not pino's own redaction: three levels deep, it takes longer than the rest of a line. */
function redact(fields: Record<string, unknown>): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (isSecretField(name)) clean[name] = '[redacted]';
    else clean[name] = isPlainObject(value) ? redact(value) : value;
  }
  return clean;
}

/** Errors and similar objects have serializers. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
