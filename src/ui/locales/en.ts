import type { Messages } from './messages.ts';

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
  interrupted: 'Your last try was interrupted, so Connect starts again.',
  search: 'Search providers',
  popular: 'Popular',
  others: 'All providers',
  unavailable: 'Not available right now',
  results: (count) => `${count} result${count === 1 ? '' : 's'}`,
  noResult: (query) => [
    `No provider found for “${query}”`,
    'Check the spelling, or try another name.',
  ],
  clear: 'Clear search',
  notListed: 'My provider isn’t listed',
  unlisted: [
    'We can’t connect it yet',
    'Only the providers in the list can be connected. Please tell the application which one you need.',
  ],
  empty: [
    'No providers yet',
    'This application has no provider to connect. Please come back later.',
  ],
  popup: {
    offered: ['Continue in a new window', 'The login needs a window of its own.'],
    blocked: ['The window was blocked', 'Open it with the button, or allow pop-ups for this page.'],
    waiting: ['Continue in the other window', 'This page goes on when you have finished there.'],
    closed: ['The window was closed', 'Nothing is connected yet. Open it again to go on.'],
  },
  open: 'Open window',
  reopen: 'Open again',
  show: 'Show window',
  here: 'Continue here',
  cancel: 'Cancel',
  exit: ['Leave without connecting?', 'You will have to start again.'],
  stay: 'Keep going',
  leave: 'Leave',
  retry: 'Try again',
  reference: 'Reference',
  copy: 'Copy',
  copied: 'Copied',
  errors: {
    invalid_options: [
      'This page isn’t set up correctly',
      'Please report it, with the reference below.',
    ],
    unsupported_browser: ['Your browser is too old', 'Please update it, or use another one.'],
    load_timeout: ['This is taking too long', 'Check your internet connection, then try again.'],
    frame_blocked: [
      'This page blocked the login',
      'Please tell those who run it about its security policy.',
    ],
    popup_blocked: [
      'Your browser blocked a window',
      'Allow pop-ups for this page, then try again.',
    ],
    popup_closed: [
      'The login window was closed',
      'Nothing is connected. Try again to open a new one.',
    ],
    opener_severed: [
      'We lost the login window',
      'Close it if it is still open, then try again here.',
    ],
    offline: ['You are offline', 'We’ll go on as soon as you are back online.'],
    connection_lost: ['The connection was lost', 'Nothing is connected. Try again.'],
    protocol_error: [
      'We got an unexpected answer',
      'Try again. If it happens twice, please report it.',
    ],
    unsupported_version: [
      'This page is out of date',
      'Reload it. If that doesn’t help, it needs an update.',
    ],
    unknown_client: ['We don’t know this application', 'It has to be registered with us first.'],
    origin_not_allowed: [
      'This site may not connect accounts',
      'Check its address. If it is right, please tell the site.',
    ],
    provider_unavailable: [
      'This provider is not available',
      'Choose another one, or come back later.',
    ],
    submission_limit_reached: [
      'All test logins are used up',
      'The application’s developers can raise the limit.',
    ],
    session_expired: ['Your session has expired', 'Try again; you will have to log in once more.'],
    rate_limited: ['Too many attempts', 'Try again in a few minutes.'],
    access_denied: [
      'Access was not allowed',
      'Your account stays private. Try again to change that.',
    ],
    callback_failed: [
      'We couldn’t finish connecting',
      'You logged in, but the application failed. Try again.',
    ],
    server_error: ['Something went wrong on our side', 'Please try again in a few minutes.'],
  },
};
