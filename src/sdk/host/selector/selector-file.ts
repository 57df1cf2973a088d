/** The hash of the script tag's selector file. `src/build/pack-selector.ts` replaces this module when it builds it. */
export const integrity: string = '';

/** The exports of the script tag that the file needs. */
export const parts: readonly unknown[] = [];
