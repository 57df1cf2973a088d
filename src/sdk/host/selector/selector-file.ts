/**
 * The hash of the file that draws the selector into the page of a script tag. The build writes this module, because it
 * makes the file; nothing else imports it.
 *
 * @see src/build/pack-selector.ts
 */
export const integrity: string = '';

/** The parts of the script tag that the file needs. */
export const parts: readonly unknown[] = [];
