// The page gets this script instead of the SDK. Tests find the fake as `window.fakeConnect`.
export const fakeSdk = `
  import { fakeConnect } from './testing-fake.js';
  window.fakeConnect = fakeConnect;
  export const { open, forwardCode } = fakeConnect.module;
`;
