/** Replaces the SDK in pages without a frame. The test plays the user. */
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
  mountSelector,
  redirect,
  redirectUrl,
  forwardCode,
  shieldEvents,
  version,
  TaxConnect,
  ConnectError,
} = fakeConnect.module;
