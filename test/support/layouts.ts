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

/** Width and height of a window, in pixels. */
export type Size = readonly [width: number, height: number];
/** A window of 1280 by 1024 pixels that is zoomed to 400 %. */
export const zoomed: Size = [320, 256];
export const narrow: Size = [320, 568];
export const phone: Size = [390, 844];
/** A phone that is turned on its side. */
export const landscape: Size = [568, 320];
export const desktop: Size = [1280, 800];

/** Half of the layouts, beginning with the first or the second; in the long run all of them. */
export const everyOther = (first: 0 | 1) =>
  layouts.filter((_, index) => isLongRun || index % 2 === first);
