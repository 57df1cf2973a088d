import type { OpenOptions } from 'tax-connect';

/**
 * Options of one session, which count more than the component's. An event is ignored, so that `open` can be a
 * listener.
 */
export type OpenOverrides = Partial<OpenOptions> | { preventDefault(): void };

/** @returns reads the component's options, with those of this session */
export function override(
  readOptions: () => OpenOptions,
  overrides: OpenOverrides = {},
): () => OpenOptions {
  if ('preventDefault' in overrides) return readOptions;
  return () => ({ ...readOptions(), ...overrides });
}
