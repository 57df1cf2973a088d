/** In place of the SDK, for pages without a frame: a test says what the user does. */
import { fakeConnect } from '../../../../src/sdk/testing-fake.ts';

declare global {
  interface Window {
    fakeConnect: typeof fakeConnect;
  }
}

window.fakeConnect = fakeConnect;

export const {
  open,
  preload,
  redirect,
  redirectUrl,
  forwardCode,
  version,
  TaxConnect,
  ConnectError,
} = fakeConnect.module;
