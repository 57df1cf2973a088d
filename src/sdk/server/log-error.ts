import { CallbackError } from './callback-error.ts';
import { ExchangeError } from './exchange-error.ts';

const maxLength = 300;

/**
 * Prints one line for an error that the application does not report itself. The message of a foreign error
 * may quote a token or a code, so only its name is printed.
 *
 * @param place - the part that failed, such as `callback (redirect flow)`
 */
export function logError(place: string, error: unknown): void {
  const line = `tax-connect: ${place}: ${describeError(error)}`;
  // Parts of the line come from headers and from the Connect service.
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
  // The SDK's own message says what was compared. It contains neither code nor secret.
  const isOurs = code === 'cross_origin' && cause instanceof Error;
  return isOurs ? cause.message : describeError(cause);
}
