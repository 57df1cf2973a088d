import type { OpenOptions } from 'tax-connect';

/**
 * Options of one session, which take precedence over the component's. A DOM event is ignored, so that `open` can be
 * used as an event listener.
 */
export type OpenOverrides = Partial<OpenOptions> | { preventDefault(): void };

/** @returns a function that reads the component's options, overridden by the options of this session */
export function override(
  readOptions: () => OpenOptions,
  overrides: OpenOverrides = {},
): () => OpenOptions {
  if ('preventDefault' in overrides) return readOptions;
  return () => ({ ...readOptions(), ...overrides });
}
