/**
 * The hash of the file that draws the selector into the page of a script tag. The build replaces this module, because
 * the build makes the file.
 *
 * @see src/build/pack-selector.ts
 */
export const integrity: string = '';

/** The parts of the script tag that the file needs. */
export const parts: readonly unknown[] = [];
