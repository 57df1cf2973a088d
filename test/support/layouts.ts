import { isLongRun } from './extent.ts';

/** Screens of the gallery, one of each layout. The others differ only in their texts. */
export const layouts = [
  'loading-still',
  'select',
  'select-interrupted',
  'select-long',
  'select-no-result',
  'framed-login-wrong',
  'framed-mfa-wrong',
  'framed-consent',
  'popup-waiting',
  'opener-severed',
  'exit',
  'finishing-still',
  'connected',
  'failed-offline',
  'page-select-long',
  'page-login-wrong',
  'page-consent',
  'page-success',
  'page-failed-unknown-client',
  'select-test',
];

/** Half of the layouts, beginning with the first or the second; in the long run all of them. */
export const everyOther = (first: 0 | 1) =>
  layouts.filter((_, index) => isLongRun || index % 2 === first);
