import { Refusal } from './refusal.ts';

const jsonType = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
const formType = /^application\/x-www-form-urlencoded\s*(?:;.*)?$/i;

/** @throws Refusal 415 `invalid_request` unless the Content-Type is JSON, without compression */
export function assertJsonContentType(request: Request): void {
  const type = request.headers.get('Content-Type') ?? '';
  if (jsonType.test(type) && !request.headers.has('Content-Encoding')) return;
  const instead = isFormContentType(request) ? ' instead of a form' : '';
  throw new Refusal(
    [415, 'invalid_request'],
    `Send JSON${instead}: Content-Type must be application/json, the body one JSON object.`,
    { retryable: false },
  );
}

/** @returns whether the Content-Type is an HTML form's */
function isFormContentType(request: Request): boolean {
  return formType.test(request.headers.get('Content-Type') ?? '');
}

/** @throws Refusal 415 `invalid_request` unless the Content-Type is a form's, without compression */
export function assertFormContentType(request: Request): void {
  if (isFormContentType(request) && !request.headers.has('Content-Encoding')) return;
  throw new Refusal(
    [415, 'invalid_request'],
    'Send a form: Content-Type must be application/x-www-form-urlencoded.',
  );
}
