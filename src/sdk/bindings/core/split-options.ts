import type { OpenOptions } from 'tax-connect';

/** Every option of `open`, with the constructors by which Vue checks a component's properties. */
export const optionTypes: Readonly<Record<keyof OpenOptions, unknown>> = {
  clientId: String,
  onSuccess: Function,
  onExit: Function,
  onEvent: Function,
  connectUrl: [String, Object],
  display: String,
  provider: String,
  state: String,
  session: String,
  locale: String,
  appearance: Object,
  signal: Object,
};

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
