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

export function splitOptions<Props extends OpenOptions>(
  props: Props,
): [options: OpenOptions, others: Omit<Props, keyof OpenOptions>] {
  const isOption = ([name]: [string, unknown]) => Object.hasOwn(optionTypes, name);
  const entries = Object.entries(props);
  const options = Object.fromEntries(entries.filter(isOption));
  const others = Object.fromEntries(entries.filter((entry) => !isOption(entry)));
  return [options as unknown as OpenOptions, others as Omit<Props, keyof OpenOptions>];
}
