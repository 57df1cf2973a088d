// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { continueAtPage, leaveForSite, takeKeptFlow } from '../../../src/connect/page/kept-flow.ts';

/** The part of a window that survives a visit to the provider's site, and what differs from document to document. */
function visit(pathname: string, search = ''): { page: Window; goneTo: string[] } {
  const goneTo: string[] = [];
  const go = (url: string) => void goneTo.push(url);
  const location = { pathname, search, assign: go, replace: go };
  return { page: { location, sessionStorage, opener: {} } as unknown as Window, goneTo };
}

const flow = {
  ...{ flow_token: 'token', is_joined: false, reference: '1234 5678' },
  ...{ handoff: null, session: null, presentation: null },
};

it.each([
  ['of a host', '/connect', '?client_id=app'],
  ["of a person's accesses", '/manage', ''],
])('continues the page %s after the visit, once', (_, pathname, search) => {
  const left = visit(pathname, search);
  leaveForSite(left.page, flow, 'https://provider.example/');
  expect(left.goneTo).toEqual(['https://provider.example/']);
  expect(left.page.opener).toBeNull();

  const returned = visit('/connect/return', '?code=1');
  expect(continueAtPage(returned.page)).toBe(true);
  expect(returned.goneTo).toEqual([pathname + search]);

  expect(takeKeptFlow(visit(pathname, search).page)).toMatchObject({ ...flow, query: 'code=1' });
  expect(takeKeptFlow(visit(pathname, search).page)).toBeUndefined();
});

it('continues no other page of the window', () => {
  leaveForSite(visit('/connect', '?client_id=app').page, flow, 'https://provider.example/');
  expect(takeKeptFlow(visit('/connect', '?client_id=other').page)).toBeUndefined();
  leaveForSite(visit('/dashboard').page, flow, 'https://provider.example/');
  expect(continueAtPage(visit('/connect/return').page)).toBe(false);
});
