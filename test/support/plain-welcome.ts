/** A welcome with nothing special in it, for hosts that write their own; goes into a page as an argument. */
export const plainWelcome = {
  protocol: 'tax-connect',
  version: 1,
  type: 'welcome',
  session_id: 'id',
  nonce: 'n'.repeat(43),
  state: null,
  surface: 'frame',
  selector: 'host',
  provider_id: null,
  locale: 'en',
  theme: 'light',
};
