/** A minimal welcome, for hand-written hosts. It is passed into a page as an argument. */
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
