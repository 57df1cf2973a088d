/**
 * The hash of the file that draws the selector for the script tag. The build creates the file, and replaces this
 * module by one with the hash and the parts.
 *
 * @see src/build/pack-selector.ts
 */
export const integrity: string = '';

/** The exports of the script tag that the file needs. */
export const parts: readonly unknown[] = [];
