import type { Messages } from './messages.ts';

// Several errors end in the same advice; said once here, it is also paid for once.
const again = 'Please try again.';
const later = 'Please try again in a few minutes.';
const network = 'Check your internet connection, then try again.';
const application = 'Please tell the application that sent you here.';

/** English, the only language in the first download. */
export const en: Messages = {
  lang: 'en',
  dir: 'ltr',
  title: 'Connect your tax account',
  to: (name) => `to ${name}`,
  test: 'Test',
  back: 'Back',
  close: 'Close',
  frame: 'Log in to your tax account',
  loading: 'Loading…',
  opening: 'Opening…',
  finishing: 'Finishing…',
  waiting: 'Still working…',
  connected: 'Your account is connected',
  search: 'Search providers',
  popular: 'Popular',
  others: 'All providers',
  unavailable: 'Not available right now',
  results: (count) => `${count} result${count === 1 ? '' : 's'}`,
  noResult: (query) => `No provider found for “${query}”`,
  clear: 'Clear search',
  notListed: 'My provider isn’t listed',
  exit: ['Leave without connecting?', 'You will have to start again.'],
  stay: 'Keep going',
  leave: 'Leave',
  retry: 'Try again',
  reference: 'Reference',
  copy: 'Copy',
  copied: 'Copied',
  errors: {
    invalid_options: ['This page is not set up correctly', application],
    unsupported_browser: ['Your browser is too old', 'Please update it, or use another one.'],
    load_timeout: ['This is taking too long', network],
    frame_blocked: ['This page blocked the login', application],
    popup_blocked: [
      'Your browser blocked a window',
      'Allow pop-ups for this page, then try again.',
    ],
    popup_closed: ['The login window was closed', again],
    opener_severed: ['We lost the login window', again],
    offline: ['You are offline', network],
    connection_lost: ['The connection was lost', network],
    protocol_error: ['We got an unexpected answer', later],
    unsupported_version: ['This page needs an update', application],
    unknown_client: ['We don’t know this application', application],
    origin_not_allowed: ['This page may not connect accounts', application],
    provider_unavailable: ['This provider is not available', 'Choose another one, or try later.'],
    submission_limit_reached: ['The limit of test logins is reached', application],
    session_expired: ['Your session has expired', again],
    rate_limited: ['Too many attempts', later],
    access_denied: ['Access was not allowed', again],
    callback_failed: ['We couldn’t finish connecting', again],
    server_error: ['Something went wrong on our side', later],
  },
};
