import type { OpenOptions } from 'tax-connect';

/** Every option of `open` with the types of its value, as a component receives it in a property. */
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
