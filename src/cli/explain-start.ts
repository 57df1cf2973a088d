import { statSync } from 'node:fs';
import { isFolderCode } from '../connect/service/store/folder-errors.ts';
import { type DevOptions, UsageError } from './command-line.ts';
import { findDevOption } from './dev-options.ts';

export function assertModule(file: string | undefined): void {
  if (file === undefined) return;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`--providers: there is no module at "${file}".`);
  if (stats.isDirectory()) {
    throw new UsageError(`--providers: "${file}" is a folder. Name the module in it.`);
  }
}

/** @returns an error that names the option that caused a failed start; the same error if no option caused it */
export function explainStart(error: unknown, options: DevOptions): unknown {
  if (!(error instanceof Error)) return error;
  const { message } = error;
  const code = 'code' in error ? error.code : undefined;
  const refuse = (text: string) => new UsageError(text, { cause: error });
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${options.port} is taken. Stop the program that uses it, or let the sandbox choose a free port: ` +
        'npx tax-connect dev --port 0',
      { cause: error },
    );
  }
  if ('syscall' in error && error.syscall === 'listen') return explainListen(error, code, options);
  const folder = options['data-dir'];
  if (isFolderCode(code) && folder !== undefined) {
    return refuse(`--data-dir: "${folder}" cannot hold the data: ${message}.`);
  }
  if (message.startsWith('PROVIDERS_MODULE')) {
    return refuse(message.replace('PROVIDERS_MODULE', '--providers'));
  }
  return explainOption(error, options);
}

/** Explains why the system gives no port. It has the same codes for folders, so this comes before them. */
function explainListen(error: Error, code: unknown, { port, host }: DevOptions): Error {
  // Windows also refuses ports that it has reserved for virtual machines.
  if (code === 'EACCES') {
    return new Error(
      `This user may not listen on port ${port}. Let the sandbox choose a free port: npx tax-connect dev --port 0`,
      { cause: error },
    );
  }
  if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') return error;
  return new UsageError(`--host: this machine does not have the address "${host}".`, {
    cause: error,
  });
}

/** Names the option in a message of the service such as `origins.0 is wrong (must be an https or loopback origin).` */
function explainOption(error: Error, options: DevOptions): Error {
  const [, name = '', place = 0, rule = 'is wrong'] =
    /^(\w+)(?:\.(\d+))? is wrong(?: \((.+)\))?\.$/.exec(error.message) ?? [];
  const option = findDevOption(name);
  if (option === undefined) return error;
  const value = [options[option]].flat()[Number(place)];
  // Error messages must not contain a secret.
  const isShown = value !== undefined && option !== 'client-secret';
  const got = isShown ? `; got "${value}"` : '';
  return new UsageError(`--${option} ${rule}${got}.`, { cause: error });
}
