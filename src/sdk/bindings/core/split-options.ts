import type { OpenOptions } from 'tax-connect';
import { optionTypes } from './option-types.ts';

/** Separates the options of `open` from the other properties of a button. */
export function splitOptions<Props extends OpenOptions>(
  props: Props,
): [options: OpenOptions, others: Omit<Props, keyof OpenOptions>] {
  const isOption = ([name]: [string, unknown]) => Object.hasOwn(optionTypes, name);
  const entries = Object.entries(props);
  return [
    Object.fromEntries(entries.filter(isOption)) as unknown as OpenOptions,
    Object.fromEntries(entries.filter((entry) => !isOption(entry))) as Omit<
      Props,
      keyof OpenOptions
    >,
  ];
}
