import { CallbackError } from './callback-error.ts';
import { ExchangeError } from './exchange-error.ts';

const maxLength = 300;

/**
 * Prints one line about an error that the application does not report. The message of an error that is not ours may
 * quote a token or a code, so only its name is printed.
 *
 * @param place - what failed, such as `callback (redirect flow)`
 */
export function logError(place: string, error: unknown): void {
  const line = `tax-connect: ${place}: ${describeError(error)}`;
  // Part of it comes from headers and from the Connect service.
  console.error(line.replace(/[^\x20-\x7e]+/g, ' ').slice(0, maxLength));
}

function describeError(error: unknown): string {
  if (error instanceof ExchangeError) return `${error.code}. ${error.message}`;
  if (error instanceof CallbackError) {
    return error.cause === undefined
      ? error.code
      : `${error.code}, caused by ${describeCause(error)}`;
  }
  return error instanceof Error ? error.name : 'unknown error';
}

function describeCause({ code, cause }: CallbackError): string {
  // What was compared is in a message of ours; it has neither code nor secret in it.
  const isOurs = code === 'cross_origin' && cause instanceof Error;
  return isOurs ? cause.message : describeError(cause);
}
