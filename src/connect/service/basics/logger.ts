import process from 'node:process';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const secretFields: ReadonlySet<string> = new Set([
  'code',
  'client_secret',
  'code_verifier',
  'access_token',
  'password',
  'one_time_code',
  'flow_token',
  'session',
  'authorization',
]);

/**
 * Creates a logger for structured logs. No code of the service logs a secret; the redaction is a safety net, for
 * example against logging a whole body.
 *
 * @param level - the lowest level to write, or `silent`
 * @param destination - default: standard output
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    formatters: { log: redact },
  };
  return pino(options, destination ?? createOutput());
}

export function isSecretField(name: string): boolean {
  return secretFields.has(name.toLowerCase());
}

const maxWaitingCharacters = 64 * 1024;
/** The bytes of lines that are kept while the output cannot be written, such as a file on a full disk. */
const maxUnwrittenBytes = 1024 * 1024;

/**
 * Writes to standard output with one system call for all lines of a turn of the event loop. A call for each line would
 * cost more than the rest of logging. Waiting lines are written before the process ends normally.
 */
function createOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxUnwrittenBytes });
  let isWritten = true;
  // Without a listener, a full disk would end the process.
  output.on('error', ({ message }) => {
    if (isWritten) console.error(`The log cannot be written: ${message}`);
    isWritten = false;
  });
  output.on('drain', () => {
    isWritten = true;
  });
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

/** Replaces secret fields. Pino's own redaction of three levels would take longer than the rest of a line. */
function redact(fields: Record<string, unknown>): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (isSecretField(name)) clean[name] = '[redacted]';
    else clean[name] = isPlainObject(value) ? redact(value) : value;
  }
  return clean;
}

/** Excludes errors and other objects with a class, because they have their own serializers. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
