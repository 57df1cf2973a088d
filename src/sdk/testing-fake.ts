/** Entry `tax-connect/testing/fake`: a fake of `tax-connect` for component tests. */
export { type FakeConnect, type FakeSelector, fakeConnect } from './testing/fake-connect.ts';
export type { FakeSession } from './testing/fake-session.ts';
