import type { OpenOptions } from 'tax-connect';

/** The options of `open` as properties of a component. */
const optionNames = [
  'clientId',
  'onSuccess',
  'onExit',
  'onEvent',
  'connectUrl',
  'display',
  'provider',
  'state',
  'session',
  'locale',
  'appearance',
  'signal',
] as const satisfies readonly (keyof OpenOptions)[];

/** If the list above lacks a name, this is `never` and the next line does not compile. */
type Complete = keyof OpenOptions extends (typeof optionNames)[number] ? OpenOptions : never;

/**
 * @param props - the properties of a button: options of `open` and others
 * @returns the options, and the other properties
 */
export function splitOptions<Props extends OpenOptions>(
  props: Props,
): [options: Complete, others: Omit<Props, keyof OpenOptions>] {
  const isOption = ([name]: [string, unknown]) => optionNames.some((option) => option === name);
  const entries = Object.entries(props);
  return [
    Object.fromEntries(entries.filter(isOption)) as unknown as Complete,
    Object.fromEntries(entries.filter((entry) => !isOption(entry))) as Omit<
      Props,
      keyof OpenOptions
    >,
  ];
}
