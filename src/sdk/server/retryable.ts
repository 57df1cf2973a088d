const retryableCodes: readonly string[] = [
  'network_error',
  'timeout',
  'aborted',
  'rate_limited',
  'code_pending',
  'server_error',
];

/** @returns whether the same request can succeed later, after an error with this code */
export function isRetryable(code: string): boolean {
  return retryableCodes.includes(code);
}
